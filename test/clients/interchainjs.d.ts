// What the generated clients use of interchainjs' packages, whose own types refuse them under the stricter options of the tests. `npm run codegen` checks
// the clients against those, without `exactOptionalPropertyTypes`.

declare module '@interchainjs/types' {
  export interface Coin {
    denom: string
    amount: string
  }
  export interface StdFee {
    amount: Coin[]
    gas: string
    granter?: string
    payer?: string
  }
}

declare module '@interchainjs/encoding' {
  export function toUtf8(text: string): Uint8Array
}

declare module '@interchainjs/cosmos-types' {
  export interface EncodeObject {
    typeUrl: string
    value: unknown
  }
}

declare module '@interchainjs/cosmos' {
  export type DirectSigner = object
}

declare module '@chain-registry/v2-types' {
  interface FeeToken {
    denom: string
    averageGasPrice?: number
    lowGasPrice?: number
    fixedMinGasPrice?: number
  }
  export interface Chain {
    fees?: { feeTokens: FeeToken[] }
  }
}

declare module 'interchainjs/cosmwasm/wasm/v1/tx' {
  import type { Coin } from '@interchainjs/types'

  export interface MsgExecuteContract {
    sender: string
    contract: string
    msg: Uint8Array
    funds: Coin[]
  }
  export const MsgExecuteContract: {
    fromPartial(object: { [Key in keyof MsgExecuteContract]?: MsgExecuteContract[Key] | undefined }): MsgExecuteContract
  }
}

declare module 'interchainjs/cosmwasm/wasm/v1/query' {
  export interface QuerySmartContractStateRequest {
    address: string
    queryData: Uint8Array
  }
  export interface QuerySmartContractStateResponse {
    data: Uint8Array
  }
}

declare module 'interchainjs/cosmwasm/wasm/v1/query.rpc.func' {
  import type {
    QuerySmartContractStateRequest,
    QuerySmartContractStateResponse,
  } from 'interchainjs/cosmwasm/wasm/v1/query'

  export function getSmartContractState(
    rpcEndpoint: string,
    request: QuerySmartContractStateRequest,
  ): Promise<QuerySmartContractStateResponse>
}

declare module 'interchainjs/cosmwasm/wasm/v1/tx.rpc.func' {
  import type { StdFee } from '@interchainjs/types'
  import type { MsgExecuteContract } from 'interchainjs/cosmwasm/wasm/v1/tx'

  export function executeContract(
    client: unknown,
    sender: string,
    message: MsgExecuteContract,
    fee: StdFee,
    memo: string,
  ): Promise<unknown>
}
