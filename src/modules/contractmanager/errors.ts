import { registerError } from '../../chain/index.js'

const error = (code: number, text: string) => registerError('contractmanager', code, text)

/** Source: neutron x/contractmanager/types/errors.go. */
export const ErrIncorrectFailureToResubmit = error(1101, 'incorrect failure to resubmit')
export const ErrFailedToResubmitFailure = error(1102, 'failed to resubmit failure')
export const ErrSudoOutOfGas = error(1103, 'sudo handling went beyond the gas limit allowed by the module')
export const ErrNotContractResubmission = error(
  1104,
  'failures resubmission is only allowed to be called by a smart contract',
)
