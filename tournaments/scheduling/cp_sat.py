"""CP-SAT with one seed, one thread and limits that count work; the only place that imports OR-Tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Model = Any
"""A `cp_model.CpModel`; its variables and expressions are `Var`."""
Var = Any
Status = Literal["optimal", "feasible", "infeasible", "unknown"]
Stop = Callable[[], bool]
SEED = 15


class Search(NamedTuple):
    """What a search came to. `true` says of a variable whether it is; only where something was found."""

    status: Status
    solver: cp_model.CpSolver

    @property
    def found(self) -> bool:
        """Whether there is a solution."""
        return self.status in {"optimal", "feasible"}

    def true(self, variable: Var) -> bool:
        """Whether a variable is true in the solution."""
        return bool(self.solver.boolean_value(variable))

    @property
    def cost(self) -> int:
        """The cost of the solution."""
        return round(self.solver.objective_value)

    def core(self) -> frozenset[int]:
        """Assumptions that cannot hold together, by index."""
        return frozenset(self.solver.sufficient_assumptions_for_infeasibility())


def new_model() -> Model:
    """An empty model."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 (in a worker that makes schedules, nowhere else)

    return cp_model.CpModel()


def search(model: Model, work: float, stop: Stop | None = None, *, hinted: bool = False) -> Search:
    """Search for so much work (about a second of a fast core each); `stop` is asked at every better solution.

    `hinted`: try what the model hints at and nothing else.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415 (as above)

    class Watch(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if stop is not None and stop():
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.random_seed = SEED
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = work
    solver.parameters.fix_variables_to_their_hinted_value = hinted
    status = solver.solve(model, Watch())
    names: dict[Any, Status] = {
        cp_model.OPTIMAL: "optimal",
        cp_model.FEASIBLE: "feasible",
        cp_model.INFEASIBLE: "infeasible",
    }
    return Search(names.get(status, "unknown"), solver)


class Demand(NamedTuple):
    """A rule or wish that constraints go back to. A soft one is paid for by `weight`; 0: it must hold.

    Without a key it holds in guarded models, too: nobody can drop it.
    """

    key: str
    words: str
    weight: int = 0


ALWAYS = Demand("", "")


class Rules:
    """Constraints of a model: hard ones hold, soft ones are paid for.

    In a guarded model each hard demand holds only under a literal of its own, and soft ones are left out: so one can
    ask which of them cannot hold together.
    """

    def __init__(self, *, guarded: bool = False) -> None:
        self.model = new_model()
        self.guarded = guarded
        self.literals: dict[str, Var] = {}
        self.words: dict[str, str] = {}
        self.paid: list[tuple[int, Var, int]] = []
        self.lacking: list[Var] = []

    def flag(self) -> Var:
        """A new variable that is true or false."""
        return self.model.new_bool_var("")

    def ignores(self, demand: Demand) -> bool:
        """Whether a demand does not matter to the model."""
        return self.guarded and demand.weight > 0

    def _require(self, constraint: Var, demand: Demand) -> None:
        if self.guarded and demand.key:
            constraint.only_enforce_if(self.literal(demand))

    def literal(self, demand: Demand) -> Var:
        """The literal under which a demand holds."""
        if demand.key not in self.literals:
            self.literals[demand.key] = self.flag()
            self.words[demand.key] = demand.words
        return self.literals[demand.key]

    def forbid(self, variables: Iterable[Var], demand: Demand) -> None:
        """None of the variables; each that is true is paid for."""
        for variable in variables:
            if demand.weight:
                self.pay(demand.weight, variable)
            elif self.guarded and demand.key:
                self.model.add_implication(self.literal(demand), ~variable)
            else:
                self.model.add(variable == 0)

    def at_most(self, limit: int, variables: Sequence[Var], fixed: int, demand: Demand) -> None:
        """At most so many of the variables, beside `fixed` that stay; what is fixed already counts as allowed."""
        if not variables or len(variables) + fixed <= limit or self.ignores(demand):
            return
        room = max(0, limit - fixed)
        if demand.weight:
            over = self.model.new_int_var(0, len(variables), "")
            self.model.add(over >= sum(variables) - room)
            self.pay(demand.weight, over, len(variables))
        else:
            self._require(self.model.add(sum(variables) <= room), demand)

    def some(self, variables: Sequence[Var], demand: Demand) -> None:
        """At least one of the variables. If a hard demand cannot have it, the model tells so in `lacking`."""
        if self.ignores(demand):
            return
        if self.guarded:
            self.model.add_bool_or([*variables, ~self.literal(demand)])
            return
        missing = self.flag()
        self.model.add_bool_or([*variables, missing])
        if demand.weight:
            self.pay(demand.weight, missing)
        else:
            self.lacking.append(missing)

    def pay(self, weight: int, variable: Var, most: int = 1) -> None:
        """Make a variable cost so much a unit; `most`: how large it can be."""
        if not self.guarded:
            self.paid.append((weight, variable, most))

    def most_paid(self) -> int:
        """More than all soft demands together can cost."""
        return 1 + sum(weight * most for weight, _, most in self.paid)
