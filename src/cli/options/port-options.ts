import { InvalidArgumentError, Option, type Command } from 'commander'
import { DEFAULT_CHAIN_LIMITS, isLoopback, type ChainLimits } from '../../server/internal.js'

/** Options of every command that opens ports. */
export interface PortFlags {
  readonly host: string
  readonly allowedHost: readonly string[]
  readonly origin: readonly string[]
  readonly token?: string
  readonly limit: Partial<ChainLimits>
}

/** For an option that can be repeated. */
export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** `maxOpenConnections=50` */
function addLimit(text: string, before: Partial<ChainLimits>): Partial<ChainLimits> {
  const [, name = '', value] = /^(\w+)=(\d{1,15})$/.exec(text) ?? []
  if (value === undefined) throw new InvalidArgumentError('Must be NAME=NUMBER, e.g. maxOpenConnections=50.')
  if (!Object.hasOwn(DEFAULT_CHAIN_LIMITS, name))
    throw new InvalidArgumentError(`Limits: ${Object.keys(DEFAULT_CHAIN_LIMITS).join(', ')}.`)
  return { ...before, [name]: Number(value) }
}

/** The token has to fit into a header. */
function tokenOf(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new InvalidArgumentError('Must be printable ASCII without spaces, and not empty.')
}

export const addPortOptions = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'another host name that requests may have in their Host header, besides loopback and --host; * for any; repeatable',
      collect,
      [],
    )
    .option(
      '--origin <host>',
      'host name of web pages that may send requests (CORS); * for any; repeatable',
      collect,
      [],
    )
    .option(
      '--token <text>',
      'token that clients must send (Authorization: Bearer TEXT) to call private methods: those that change state without a signature, ' +
        'and those that reveal information about the node (default: none; private methods are available on loopback only)',
      tokenOf,
    )
    .addOption(
      new Option(
        '--limit <name=number>',
        'a limit of the servers, e.g. maxOpenConnections=50; repeatable; see docs/security.md',
      )
        .argParser(addLimit)
        .default({}, 'see docs/security.md'),
    )

/** The options of a server, from the flags. */
export const portOptions = ({ host, allowedHost, origin, token, limit }: PortFlags) => ({
  host,
  allowedHosts: allowedHost,
  limits: limit,
  ...(token !== undefined && { token }),
  ...(origin.length > 0 && { origins: origin }),
})

/** A hint for ports that are open to other machines without a token. */
export const portHints = ({ host, token }: PortFlags): readonly string[] =>
  token !== undefined || isLoopback(host)
    ? []
    : [
        `Private methods of the EVM and the explorer are not available on ${host}. To allow them, start with --token TEXT and let clients send it.`,
      ]
