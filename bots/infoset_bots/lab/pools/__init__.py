"""Work of experiments, done here, on several processes or on many machines. Knows no games and no bots.

    port.py         what every pool promises, and the values that pass through it
    making.py       from a task's name to what does its jobs
    here.py         in this process, one job after the other
    processes.py    on processes of this machine
    crew.py         those processes: fed, listened to, replaced when they die
    worker.py       what runs in such a process
    dask_pool.py    on the workers of a Dask scheduler, in chunks
    dask_worker.py  what such a worker does with a chunk: a crew of its own
    naming.py       pools as options name them

`infoset_bots.lab.arena.jobs` makes matches into such work.
"""
