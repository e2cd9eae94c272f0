import { Command } from 'commander'

/** A command as the list of all shows it. */
export interface CommandHead {
  readonly name: string
  readonly alias?: string
  readonly description: string
  /** Arguments as usage writes them; `[options]` where it has any. */
  readonly usage: string
  /** Each command is loaded when it is called: none pays for what another one needs. */
  readonly load: () => Promise<Command>
}

export const COMMANDS: readonly CommandHead[] = [
  {
    name: 'evm',
    description: 'Serve an EVM chain alone: its JSON-RPC over HTTP and WebSocket, until Ctrl-C.',
    usage: '[options]',
    load: async () => (await import('./evm.js')).evmCommand(),
  },
  {
    name: 'fuzz',
    description: 'Search for stories that break an invariant of contracts: a campaign.',
    usage: '[options] <config>',
    load: async () => (await import('./fuzz.js')).fuzzCommand(),
  },
  {
    name: 'init',
    description: 'Set up tests for the contracts of a folder.',
    usage: '[options] [folder]',
    load: async () => (await import('./init.js')).initCommand(),
  },
  {
    name: 'query',
    alias: 'q',
    description: 'Ask a running chain, or what a fixture leaves behind.',
    usage: '',
    load: async () => (await import('./query.js')).queryCommand(),
  },
  {
    name: 'replay',
    description: 'Run fixtures and compare each step with what it expects.',
    usage: '[options] <file...>',
    load: async () => (await import('./replay.js')).replayCommand(),
  },
  {
    name: 'reproduce',
    description: "Make a live chain's failed callback happen again, from what curl downloads, and tell why it failed.",
    usage: '[options] <place...>',
    load: async () => (await import('./reproduce.js')).reproduceCommand(),
  },
  {
    name: 'schema',
    description: 'Find out the JSON schema of a contract that came without one.',
    usage: '[options] <contract>',
    load: async () => (await import('./schema.js')).schemaCommand(),
  },
  {
    name: 'serve',
    description:
      'Open the ports of both chains for real clients (CometBFT RPC, REST, gRPC, EVM JSON-RPC), until Ctrl-C.',
    usage: '[options] [fixture]',
    load: async () => (await import('./serve.js')).serveCommand(),
  },
  {
    name: 'shrink',
    description: 'Make the story of a finding shorter, and write it in its place.',
    usage: '[options] <file>',
    load: async () => (await import('./shrink.js')).shrinkCommand(),
  },
  {
    name: 'tx',
    description: 'Sign and send a transaction to a running chain.',
    usage: '',
    load: async () => (await import('./tx.js')).txCommand(),
  },
  {
    name: 'types',
    description: 'Write TypeScript types of contracts from their JSON schemas.',
    usage: '[options] <schema...>',
    load: async () => (await import('./types.js')).typesCommand(),
  },
  {
    name: 'vm',
    description: 'Run one contract on the VM alone, over a store in memory, and print what came out as JSON.',
    usage: '[options] <script>',
    load: async () => (await import('./vm.js')).vmCommand(),
  },
]

/** The command for the list alone: it is not loaded. */
export function listedCommand({ name, alias, usage }: CommandHead): Command {
  const command = new Command(name)
  if (alias !== undefined) command.alias(alias)
  for (const word of usage.split(' '))
    if (word === '[options]') command.option('--listed')
    else if (word !== '') command.argument(word)
  return command
}
