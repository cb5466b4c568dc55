"""The server of `linkwork view`: one model file, shown and changed in the pages of a browser on this machine.

`document` holds the file and the values, `session` answers what pages ask, `worker` does so in a thread of its own,
`pages` passes the answers round, `app` is the door: token, host and origin are checked there.
"""
