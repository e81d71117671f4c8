"""Any judge distributed over Ray actors: the cores or GPUs of one machine, or of a cluster.

It uses actors instead of Ray Data, because actors keep their model from one call to the next, and results are put in
order by index, without a barrier.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group, Pair, predict_unique_pairs, text_length, unique
from sacrerouge_litepyramid.judges.judge import Judge, PairJudge, ScoreRange, TrainingData
from sacrerouge_litepyramid.scale.ray_cluster import (
    check_bounds,
    check_ray_installed,
    count_workers,
    hide_gpus,
    start_ray,
)

#: tasks queued for an actor, so that it never waits for the next
TASKS_PER_ACTOR = 2


@Judge.register("ray")
class RayJudge(Judge):
    """Distributes the predictions of ``model``, each distinct item once; results are in the order of the input.

    An actor that is lost is started again and its batch repeated. Actors start at the first prediction and live as long
    as this object. On a cluster this package must be installed on every node.

    Args:
        model: the judge; each actor has a copy.
        actors: the number of actors; by default as many as the GPUs (where ``gpus_per_actor`` is given) or cores allow.
        cpus_per_actor: cores of an actor, and its threads.
        gpus_per_actor: GPUs of an actor; a fraction lets actors share a GPU.
        address: a cluster's address ("auto", "ray://host:10001"); by default Ray is started on this machine.
        batch_size: the number of pairs (or of groups, for models of groups) that are predicted together.
        restarts: how often an actor may be lost before the run fails.
    """

    def __init__(
        self,
        model: Judge,
        actors: int | None = None,
        cpus_per_actor: int = 1,
        gpus_per_actor: float = 0,
        address: str | None = None,
        batch_size: int = 1024,
        restarts: int = 3,
    ) -> None:
        check_ray_installed("the judge 'ray'")
        least = {"actors": (actors, 1), "cpus_per_actor": (cpus_per_actor, 1), "gpus_per_actor": (gpus_per_actor, 0)}
        check_bounds({**least, "batch_size": (batch_size, 1), "restarts": (restarts, 0)})
        self.model = model
        self.actors = actors
        self.cpus_per_actor = cpus_per_actor
        self.gpus_per_actor = gpus_per_actor
        self.address = address
        self.batch_size = batch_size
        self.restarts = restarts

    @property
    def classes(self) -> int:  # type: ignore[override]
        return self.model.classes

    @property
    def score_range(self) -> ScoreRange | None:
        return self.model.score_range

    @property
    def training_data(self) -> TrainingData | None:
        return self.model.training_data

    def identity(self) -> dict[str, Any]:
        return self._identity

    def predict(self, groups: Sequence[Group]) -> list[np.ndarray]:
        if isinstance(self.model, PairJudge):
            return predict_unique_pairs(groups, lambda pairs: np.stack(self._spread(pairs)))
        distinct, inverse = unique(groups)
        answers = self._spread(distinct)
        return [answers[index] for index in inverse]

    @cached_property
    def _identity(self) -> dict[str, Any]:
        """The identity in an actor, whose device may differ from this process's."""
        import ray

        return ray.get(self._handles[0].identity.remote())

    def _spread(self, items: Sequence[Group | Pair]) -> list[np.ndarray]:
        """Return answers to distinct items, in order; long texts go first, which pads less and balances the actors."""
        from tqdm import tqdm

        order = sorted(range(len(items)), key=lambda index: -text_length(items[index]))
        batches = [
            order[start_ray : start_ray + self.batch_size] for start_ray in range(0, len(order), self.batch_size)
        ]
        answers: list[Any] = [None] * len(items)
        with tqdm(total=len(items), desc="judge", unit="item", disable=None) as progress:
            for number, predicted in self._run([[items[index] for index in batch] for batch in batches]):
                for index, answer in zip(batches[number], predicted, strict=True):
                    answers[index] = answer
                progress.update(len(predicted))
        return answers

    def _run(self, batches: Sequence[Sequence[Group | Pair]]) -> Iterator[tuple[int, list[np.ndarray]]]:
        """Yield the index and the answers of each batch when it is done; the first idle actor gets the next batch."""
        import ray

        places = self._handles * TASKS_PER_ACTOR
        running = {places[n].predict.remote(batches[n]): (n, places[n]) for n in range(min(len(places), len(batches)))}
        upcoming = iter(range(len(running), len(batches)))
        while running:
            (done,), _ = ray.wait(list(running), num_returns=1)
            number, actor = running.pop(done)
            following = next(upcoming, None)
            if following is not None:
                running[actor.predict.remote(batches[following])] = (following, actor)
            yield number, self._result(done)

    def _result(self, reference: Any) -> list[np.ndarray]:
        import ray

        try:
            return ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except ray.exceptions.RayActorError as error:
            lines = str(error).strip().splitlines()
            raise RuntimeError(
                f"an actor could not start, or was lost more often than restarts={self.restarts} allows; was it out of "
                f"memory? Use fewer actors, smaller batches or more restarts ({lines[0]} {lines[-1].strip()})"
            ) from error

    @cached_property
    def _handles(self) -> list[Any]:
        import ray

        start_ray(self.address)
        worker = ray.remote(ModelActor).options(
            num_cpus=self.cpus_per_actor,
            num_gpus=self.gpus_per_actor,
            max_restarts=self.restarts,
            max_task_retries=self.restarts,
        )
        # An actor that is started again reads the model again, so the reference must outlive this method.
        self._shared_model = ray.put(self.model)
        count = count_workers(self.actors, self.cpus_per_actor, self.gpus_per_actor, "actors")
        return [worker.remote(self._shared_model, self.gpus_per_actor) for _ in range(count)]


class ModelActor:
    """The body of an actor: a copy of the model; an actor without a GPU must not see any."""

    def __init__(self, model: Judge, gpus: float) -> None:
        hide_gpus(gpus)
        self.model = model

    def predict(self, items: Sequence[Any]) -> list[np.ndarray]:
        if isinstance(self.model, PairJudge):
            return list(self.model.predict_pairs(items))
        return self.model.predict(items)

    def identity(self) -> dict[str, Any]:
        return self.model.identity()
