"""Routes for jobs: start long work, follow it, stop it."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from puzzlery.web.database import FINISHED, JobRow
from puzzlery.web.jobs.job_queue import JobQueue
from puzzlery.web.jobs.job_requests import NewJob, complete
from puzzlery.web.models import Job

LOOK_EVERY = 0.1
SIGN_OF_LIFE_EVERY = 10.0


def job_routes(queue: JobQueue) -> APIRouter:
    """The routes, for the jobs of a queue."""
    routes = APIRouter(prefix="/api/jobs", tags=["jobs"])

    @routes.post("", status_code=201)
    def begin(request: NewJob) -> Job:
        """Put work into the queue."""
        return _model(queue.add(request.kind, complete(request, queue.database)))

    @routes.get("")
    def jobs() -> list[Job]:
        """The latest jobs, the newest first."""
        return [_model(job) for job in queue.database.jobs()]

    @routes.get("/{key}")
    def job(key: str) -> Job:
        """One job as it is now."""
        return _model(queue.view(key))

    @routes.get("/{key}/events")
    async def events(key: str) -> StreamingResponse:
        """The job whenever it has changed, as server-sent events, until it has ended."""
        queue.view(key)
        return StreamingResponse(_events(queue, key), media_type="text/event-stream")

    @routes.delete("/{key}")
    def cancel(key: str) -> Job:
        """Stop a job."""
        return _model(queue.cancel(key))

    @routes.delete("/{key}/record", status_code=204)
    def forget(key: str) -> Response:
        """Remove a job that has ended from the list."""
        queue.forget(key)
        return Response(status_code=204)

    return routes


async def _events(queue: JobQueue, key: str) -> AsyncIterator[str]:
    told: dict[str, Any] | None = None
    quiet = 0.0
    while True:
        job = queue.view(key)
        now = asdict(job)
        if now != told:
            told, quiet = now, 0.0
            yield f"event: job\ndata: {json.dumps(now)}\n\n"
        if job.status in FINISHED:
            return
        await asyncio.sleep(LOOK_EVERY)
        quiet += LOOK_EVERY
        if quiet >= SIGN_OF_LIFE_EVERY:
            quiet = 0.0
            yield ": still here\n\n"


def _model(job: JobRow) -> Job:
    return Job(**asdict(job))
