use cosmwasm_std::{CheckedMultiplyRatioError, OverflowError, StdError};

/// What a message or a callback is refused for.
#[derive(Debug)]
pub enum Error {
    Std(StdError),
    Refused(&'static str),
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Std(error) => error.fmt(formatter),
            Error::Refused(text) => formatter.write_str(text),
        }
    }
}

impl From<StdError> for Error {
    fn from(error: StdError) -> Self {
        Error::Std(error)
    }
}

impl From<OverflowError> for Error {
    fn from(error: OverflowError) -> Self {
        Error::Std(error.into())
    }
}

impl From<CheckedMultiplyRatioError> for Error {
    fn from(_: CheckedMultiplyRatioError) -> Self {
        Error::Refused("a number is too large")
    }
}

pub fn refuse<T>(text: &'static str) -> Result<T, Error> {
    Err(Error::Refused(text))
}
