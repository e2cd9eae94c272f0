import type { Json } from '../values/values.js'
import type { Contract } from './contract.js'
import type { MessageInput, RawMessage } from './input.js'

/**
 * The messages of a contract and its answers, as `sudobox types` writes them from its schema. `never` stands for an entry point that
 * the contract does not have.
 */
export interface ContractTypes {
  readonly instantiate: unknown
  readonly execute: unknown
  readonly query: unknown
  readonly migrate: unknown
  /** By the name of the query. */
  readonly answers: object
}

/** A contract without known types: it accepts every message. */
export interface AnyContract extends ContractTypes {
  readonly instantiate: MessageInput
  readonly execute: MessageInput
  readonly query: MessageInput
  readonly migrate: MessageInput
}

/**
 * A contract whose messages and answers are known to the type checker. At run time it is a {@link Contract}.
 *
 * @example
 * const token = await alice.instantiate<Cw20Base>(codeId, { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: [] })
 * token.query({ balance: { address: bob.address } }).balance
 */
export interface TypedContract<T extends ContractTypes> extends Omit<Contract, 'query'> {
  /** For the type checker alone: there is no such member. */
  readonly types?: T
  /** The answer of its query entry point. @throws ChainError when the contract or the chain refuses. */
  query<const Name extends Extract<T['query'], string>>(msg: Name): AnswerOf<T, Name>
  query<const Name extends string>(msg: WholeQueryOf<T, Name>): AnswerOf<T, Name>
}

/** What a method returns when it was given these types. */
export type ContractOf<T extends ContractTypes> = AnyContract extends T ? Contract : TypedContract<T>

/** A message of this entry point. */
export type MessageOf<T extends ContractTypes, Entry extends 'instantiate' | 'execute' | 'migrate'> =
  | T[Entry]
  | RawMessage

/** A query with a payload, or as exact text; `Name` is inferred from it. Each name has its own payload here, so that an unknown member is an error. */
export type WholeQueryOf<T extends ContractTypes, Name extends string> =
  | (T['query'] & { readonly [N in Name]?: Known<PayloadOf<T['query'], N>, N> })
  | RawMessage

/** A query that is a name alone. */
export type BareQueryOf<T extends ContractTypes, Name extends string> = Extract<T['query'], string> & Name

type PayloadOf<Query, Name extends string> = Query extends Readonly<Record<Name, infer Payload>> ? Payload : never

/** If nothing fits, an error of the type checker that says why. */
type Known<Payload, Name extends string> = [Payload] extends [never] ? `there is no query "${Name}"` : Payload

/** The answer of a contract with one query, whose name is not inferred from a message that has the type of all its queries. */
type OnlyAnswer<Answers> = [keyof Answers] extends [never]
  ? Json
  : IsUnion<keyof Answers> extends true
    ? Json
    : Answers[keyof Answers]
type IsUnion<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? false : true) : never

/** What the query of this name returns; if the name is not known, as for a message in a variable, the union of what all of them return. */
export type AnswerOf<T extends ContractTypes, Name extends string> = [Name] extends [never]
  ? T['answers'][keyof T['answers']]
  : Name extends keyof T['answers']
    ? T['answers'][Name]
    : OnlyAnswer<T['answers']>

/** The message of a deployment may be left out if an empty one fits. */
export type DeployArguments<T extends ContractTypes, Options> =
  Record<string, never> extends T['instantiate']
    ? [msg?: MessageOf<T, 'instantiate'>, options?: Options]
    : [msg: MessageOf<T, 'instantiate'>, options?: Options]
