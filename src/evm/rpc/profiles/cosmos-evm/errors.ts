import { RpcError } from '../../../../base/index.js'
import { encodeBech32 } from '../../../../codec/index.js'
import { refuse } from '../../../errors.js'
import { unhex, type Hex } from '../../../hex.js'

/** Codes of gRPC, as its errors write them. */
type Code = 'InvalidArgument' | 'Internal' | 'Unknown' | 'DeadlineExceeded'

/** An error of a query, which the node's JSON-RPC passes on as gRPC writes it. */
export const grpcError = (code: Code, text: string): RpcError => refuse(`rpc error: code = ${code} desc = ${text}`)

/** A query at a height that is not there. Source: cosmos-sdk baseapp `CreateQueryContext`, with the code of its error. */
export const queryInTheFuture = (): RpcError =>
  grpcError(
    'Unknown',
    'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
  )

export const heightAboveHead = (height: bigint, head: bigint): RpcError =>
  refuse(`height ${height} must be less than or equal to the current blockchain height ${head}`)

export const UNSPECIFIED = 'types BlockHash and BlockNumber cannot be both nil'

/** A handler of the node that reads a member which is not there. Source: go-ethereum rpc/service.go, `errcodePanic`. */
export const crashed = (): RpcError => new RpcError({ code: -32603, message: 'method handler crashed' })

/** The node signs with the keys of its keyring alone. */
export const noKey = (address: Hex): string =>
  `no key for given address or file; key with address ${encodeBech32('cosmos', unhex(address))} not found: key not found`
