/* What the stage uses of three.js; esbuild leaves the rest out of three.min.js (see README.md). */
export {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, Matrix4, Mesh,
  MeshBasicMaterial, MeshLambertMaterial, NotEqualStencilFunc, OrthographicCamera, PerspectiveCamera, Plane, Quaternion,
  Raycaster, ReplaceStencilOp, Scene, ShaderMaterial, ShapeUtils, Vector2, Vector3, WebGLRenderer,
} from "three";
export { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
export { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
export { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
