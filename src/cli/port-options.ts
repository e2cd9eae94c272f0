import { InvalidArgumentError, Option, type Command } from 'commander'
import { isLoopback } from '../server/hosts.js'
import { DEFAULT_CHAIN_LIMITS, type ChainLimits } from '../server/index.js'

/** What every command that opens ports takes. */
export interface PortFlags {
  readonly host: string
  readonly allowedHost: readonly string[]
  readonly origin: readonly string[]
  readonly token?: string
  readonly limit: Partial<ChainLimits>
}

/** Of an option that may be given several times. */
export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** `maxOpenConnections=50` */
function addLimit(text: string, before: Partial<ChainLimits>): Partial<ChainLimits> {
  const [, name = '', value] = /^(\w+)=(\d{1,15})$/.exec(text) ?? []
  if (value === undefined) throw new InvalidArgumentError('It is written NAME=NUMBER, e.g. maxOpenConnections=50.')
  if (!Object.hasOwn(DEFAULT_CHAIN_LIMITS, name))
    throw new InvalidArgumentError(`Limits: ${Object.keys(DEFAULT_CHAIN_LIMITS).join(', ')}.`)
  return { ...before, [name]: Number(value) }
}

/** No client can send a token that does not fit into a header. */
function tokenOf(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new InvalidArgumentError('It is printable ASCII without spaces, and not empty.')
}

export const addPortOptions = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'a name under which clients may ask for the server beside loopback and --host, * for all; repeatable',
      collect,
      [],
    )
    .option('--origin <host>', 'host name of pages that browsers are let in from, * for all; repeatable', collect, [])
    .option(
      '--token <text>',
      'what clients must show (Authorization: Bearer TEXT) to call private methods: those that change something without a signature, ' +
        'and those that tell of the node (default: none; they are answered on loopback only)',
      tokenOf,
    )
    .addOption(
      new Option('--limit <name=number>', 'one limit of docs/security.md, e.g. maxOpenConnections=50; repeatable')
        .argParser(addLimit)
        .default({}, 'those of docs/security.md'),
    )

/** The options of a server, as the flags say. */
export const portOptions = ({ host, allowedHost, origin, token, limit }: PortFlags) => ({
  host,
  allowedHosts: allowedHost,
  limits: limit,
  ...(token !== undefined && { token }),
  ...(origin.length > 0 && { origins: origin }),
})

/** What somebody should know who opens ports to other machines without a token. */
export const portHints = ({ host, token }: PortFlags): readonly string[] =>
  token !== undefined || isLoopback(host)
    ? []
    : [`Private methods of the EVM are refused on ${host}: start with --token TEXT, which clients then show.`]
