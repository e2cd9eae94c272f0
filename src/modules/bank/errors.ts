import { registerError } from '../../chain/index.js'

const bank = (code: number, text: string) => registerError('bank', code, text)

/** Source: cosmos-sdk x/bank/types/errors.go. */
export const ErrNoInputs = bank(2, 'no inputs to send transaction')
export const ErrNoOutputs = bank(3, 'no outputs to send transaction')
export const ErrInputOutputMismatch = bank(4, 'sum inputs != sum outputs')
export const ErrSendDisabled = bank(5, 'send transactions are disabled')
export const ErrMultipleSenders = bank(9, 'multiple senders not allowed')
