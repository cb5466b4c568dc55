// C of the forward dynamics of an arm on pins, as Pinocchio and CppADCodeGen make it: articulated bodies, recorded once.
// g++ -std=c++17 -O0 -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS with the folders of headers of
// pin, cmeel-boost, cmeel-eigen, cmeel-cppad and cmeel-cppadcodegen, and -lcppad_lib of cmeel-cppad; 170 s and 3.8 GB.
// Reads the axes, one of x, y, z a joint, as its first argument; "local" or "world" frames of the sweeps as its second.
#include <cppad/cg.hpp>
#include <cppad/cg/support/cppadcg_eigen.hpp>

#include <pinocchio/codegen/cppadcg.hpp>

#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba.hpp>

#include <iostream>
#include <string>

using Code = CppAD::cg::CG<double>;
using Scalar = CppAD::AD<Code>;
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

int main(int count, char **words)
{
    if (count != 3) { std::cerr << "axes and frames, please\n"; return 2; }
    const std::string axes = words[1];
    pinocchio::Model model;
    model.gravity.linear() << 0.0, 0.0, -9.81;
    pinocchio::JointIndex joint = 0;
    for (std::size_t number = 0; number < axes.size(); number++)
    {
        pinocchio::SE3 place = pinocchio::SE3::Identity();
        if (number) place.translation() << 0.2, 0.0, 0.1;
        const std::string name = "J" + std::to_string(number);
        if (axes[number] == 'x') joint = model.addJoint(joint, pinocchio::JointModelRX(), place, name);
        else if (axes[number] == 'y') joint = model.addJoint(joint, pinocchio::JointModelRY(), place, name);
        else joint = model.addJoint(joint, pinocchio::JointModelRZ(), place, name);
        const Eigen::Vector3d centre(0.1, 0.02, 0.01), inertia(0.02, 0.03, 0.025);
        model.appendBodyToJoint(joint, pinocchio::Inertia(1.0, centre, inertia.asDiagonal()), pinocchio::SE3::Identity());
    }
    const auto n = model.nv;
    const bool local = std::string(words[2]) == "local";
    auto recording = model.cast<Scalar>();
    pinocchio::DataTpl<Scalar> data(recording);
    Vector state = Vector::Zero(2 * n), force = Vector::Zero(n), rate(2 * n);
    CppAD::Independent(state);
    Vector q = state.head(n), v = state.tail(n);
    if (local) pinocchio::aba(recording, data, q, v, force, pinocchio::Convention::LOCAL);
    else pinocchio::aba(recording, data, q, v, force, pinocchio::Convention::WORLD);
    rate << v, data.ddq;
    CppAD::ADFun<Code> function(state, rate);
    function.optimize("no_compare_op");
    CppAD::cg::CodeHandler<double> handler;
    Eigen::Matrix<Code, Eigen::Dynamic, 1> given(2 * n);
    handler.makeVariables(given);
    const Eigen::Matrix<Code, Eigen::Dynamic, 1> values = function.Forward(0, given);
    std::vector<Code> made(values.data(), values.data() + values.size());
    CppAD::cg::LanguageC<double> language("double");
    CppAD::cg::LangCDefaultVariableNameGenerator<double> names("dy", "y");
    std::ostringstream text;
    handler.generateCode(text, language, made, names);
    std::cout << "#include <math.h>\nvoid peer_rate(const double *y, double *dy)\n{\ndouble v["
              << handler.getTemporaryVariableCount() + 1 << "];\n" << text.str() << "}\n";
    return 0;
}
