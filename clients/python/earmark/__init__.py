"""A client of the Earmark API: the attributed record of what finance podcasts said."""

from . import errors
from .client import Earmark
from .errors import *
from .failure import EarmarkConnectionError, EarmarkError, PlanLimitError

__all__ = ["Earmark", "EarmarkConnectionError", "EarmarkError", "PlanLimitError", *errors.__all__]
