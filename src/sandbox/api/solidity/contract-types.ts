import type {
  Abi,
  AbiParametersToPrimitiveTypes,
  AbiParameterToPrimitiveType,
  AbiStateMutability,
  ExtractAbiFunction,
  ExtractAbiFunctionNames,
} from 'abitype'
import type { Account } from '../account.js'
import type { EthereumTxResult } from '../../tx/ethereum/deliver.js'
import type { SolidityContract } from './contract.js'

/** A compiled contract: an artifact of Hardhat or Foundry, or a contract of solc's standard output. */
export interface SolidityArtifact<A extends readonly unknown[] = readonly unknown[]> {
  readonly abi: A
  readonly bytecode?: string | { readonly object: string }
  readonly evm?: { readonly bytecode: { readonly object: string } }
  readonly [member: string]: unknown
}

/** Options of a transaction of Ethereum. */
export interface EthereumTxOptions {
  /** Who signs (default: the account that deployed the contract). */
  readonly from?: Account
  /** Coins of the chain that go with it, in the smallest unit. */
  readonly value?: bigint
  /** SDK gas, which is that of Ethereum here (default: as much as it needs). */
  readonly gasLimit?: bigint
  /** The base fee of its block when left out. */
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** Options of a call that changes nothing. */
export interface EthereumCallOptions {
  /** Who calls (default: nobody). */
  readonly from?: string | { readonly address: string }
  readonly value?: bigint
  readonly gasLimit?: bigint
}

/** Options of a deployment. */
export interface DeployOptions<Args extends readonly unknown[] = readonly unknown[]> extends EthereumTxOptions {
  /** Arguments of the constructor. */
  readonly args?: Args
  /** The name under which the sandbox knows the contract. Made from its artifact and a number when left out. */
  readonly label?: string
  /** Addresses of the libraries that it is linked with, by their names. */
  readonly libraries?: Readonly<Record<string, string | { readonly address: string }>>
}

type Reading = Extract<AbiStateMutability, 'view' | 'pure'>
type Writing = Exclude<AbiStateMutability, Reading>

/** An address as an argument: as text, or an account or a contract itself. */
type Given<T> = T extends `0x${string}` ? T | { readonly address: string } | string : T
type GivenAll<T extends readonly unknown[]> = { readonly [I in keyof T]: Given<T[I]> }

type ArgumentsOf<A extends Abi, Name extends string> = GivenAll<
  AbiParametersToPrimitiveTypes<ExtractAbiFunction<A, Name>['inputs'], 'inputs'>
>
type ResultOf<A extends Abi, Name extends string> = ExtractAbiFunction<A, Name>['outputs'] extends readonly []
  ? undefined
  : ExtractAbiFunction<A, Name>['outputs'] extends readonly [infer Only]
    ? Only extends ExtractAbiFunction<A, Name>['outputs'][number]
      ? AbiParameterToPrimitiveType<Only, 'outputs'>
      : never
    : AbiParametersToPrimitiveTypes<ExtractAbiFunction<A, Name>['outputs'], 'outputs'>

/** Functions that change nothing, by name. */
export type ReadFunctions<A> = A extends Abi
  ? Abi extends A
    ? Readonly<Record<string, (args?: readonly unknown[], options?: EthereumCallOptions) => unknown>>
    : {
        readonly [Name in ExtractAbiFunctionNames<A, Reading>]: ArgumentsOf<A, Name> extends readonly []
          ? (args?: readonly [], options?: EthereumCallOptions) => ResultOf<A, Name>
          : (args: ArgumentsOf<A, Name>, options?: EthereumCallOptions) => ResultOf<A, Name>
      }
  : Readonly<Record<string, (args?: readonly unknown[], options?: EthereumCallOptions) => unknown>>

/** Functions that are sent in a transaction, by name. */
export type WriteFunctions<A> = A extends Abi
  ? Abi extends A
    ? Readonly<Record<string, (args?: readonly unknown[], options?: EthereumTxOptions) => Promise<EthereumTxResult>>>
    : {
        readonly [Name in ExtractAbiFunctionNames<A, Writing>]: ArgumentsOf<A, Name> extends readonly []
          ? (args?: readonly [], options?: EthereumTxOptions) => Promise<EthereumTxResult>
          : (args: ArgumentsOf<A, Name>, options?: EthereumTxOptions) => Promise<EthereumTxResult>
      }
  : Readonly<Record<string, (args?: readonly unknown[], options?: EthereumTxOptions) => Promise<EthereumTxResult>>>

/** A contract whose functions are known to the type checker. */
export interface TypedSolidityContract<A> extends Omit<SolidityContract, 'read' | 'write'> {
  readonly read: ReadFunctions<A>
  readonly write: WriteFunctions<A>
}
