import { registerError, rethrowing, wrapError } from '../../chain/index.js'

const error = (code: number, text: string) => registerError('interchainqueries', code, text)

/** Source: neutron x/interchainqueries/types/errors.go. */
export const ErrInvalidQueryId = error(1100, 'invalid query id')
export const ErrEmptyResult = error(1101, 'empty result')
export const ErrInvalidClientId = error(1102, 'invalid client id')
export const ErrInvalidUpdatePeriod = error(1103, 'invalid update period')
export const ErrInvalidConnectionId = error(1104, 'invalid connection id')
export const ErrInvalidQueryType = error(1105, 'invalid query type')
export const ErrInvalidTransactionsFilter = error(1106, 'invalid transactions filter')
export const ErrInvalidSubmittedResult = error(1107, 'invalid result')
export const ErrProtoUnmarshal = error(1109, 'failed to unmarshal protobuf bytes')
export const ErrInvalidType = error(1110, 'invalid type')
export const ErrInternal = error(1111, 'internal error')
export const ErrInvalidProof = error(1112, 'merkle proof is invalid')
export const ErrInvalidHeader = error(1113, 'header is invalid')
export const ErrInvalidHeight = error(1114, 'height is invalid')
export const ErrNoQueryResult = error(1115, 'no query result')
export const ErrNotContract = error(1116, 'not a contract')
export const ErrEmptyKeys = error(1117, 'keys are empty')
export const ErrEmptyKeyPath = error(1118, 'key path is empty')
export const ErrEmptyKeyId = error(1119, 'key id is empty')
export const ErrTooManyKvQueryKeys = error(1120, 'too many keys')
export const ErrUnexpectedQueryTypeGenesis = error(1121, 'unexpected query type')

/** `description: error: error`: the Go code both prints the error and wraps it. */
export const doubling = <T>(description: string, step: () => T): T =>
  rethrowing((error) => wrapError(error, `${description}: ${error.log}`), step)
