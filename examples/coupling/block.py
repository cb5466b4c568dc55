"""The block of block.c in Python: with `serve`, any subsystem is a program of its own.

python block.py              answers on its standard output: ProgramPart(["python", "block.py"])
python block.py 5000         waits at port 5000 of this machine: ProgramPart(address=("127.0.0.1", 5000))
"""

import socket
import sys

import linkwork as lw

block = lw.coupling.Structure([[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[-100.0], method="exact")
if len(sys.argv) > 1:
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as server:
        connection, _ = server.accept()
        lines = connection.makefile("rw", encoding="utf-8", newline="\n")
        lw.coupling.serve(block, lines.readline, lambda line: (lines.write(line), lines.flush()))
else:
    lw.coupling.serve(block, sys.stdin.readline, lambda line: print(line, end="", flush=True))
