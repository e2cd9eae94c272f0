use std::fmt;

use cosmwasm_std::StdError;

/// What an entry point returns when it does not succeed.
#[derive(Debug)]
pub enum Error {
    /// The contract was told to fail; the text is given out as it is.
    Told(String),
    Std(StdError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Told(text) => f.write_str(text),
            Error::Std(error) => error.fmt(f),
        }
    }
}

impl From<StdError> for Error {
    fn from(error: StdError) -> Self {
        Error::Std(error)
    }
}
