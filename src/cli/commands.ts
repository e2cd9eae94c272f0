import { Command } from 'commander'

/** A command as listed by `sudobox --help`. */
export interface CommandHead {
  readonly name: string
  readonly alias?: string
  readonly description: string
  /** Arguments as in its usage line; `[options]` if it has any. */
  readonly usage: string
  /** The page about what it is for, from the root of the package. */
  readonly guide: string
  /** A command is loaded only when it is called. */
  readonly load: () => Promise<Command>
}

export const COMMANDS: readonly CommandHead[] = [
  {
    name: 'audit',
    description:
      'List the published advisories that concern a contract with the releases that are safe, and search it with a short campaign.',
    usage: '[options] <file>',
    guide: 'docs/advisories.md',
    load: async () => (await import('./audit/audit.js')).auditCommand(),
  },
  {
    name: 'build',
    description: 'Build contracts from their Rust sources, and check that chains accept them.',
    usage: '[options] [crate...]',
    guide: 'docs/building.md',
    load: async () => (await import('./build/build.js')).buildCommand(),
  },
  {
    name: 'check',
    description: 'Check whether chains accept a .wasm file, and show what it consists of.',
    usage: '[options] <file>',
    guide: 'docs/building.md',
    load: async () => (await import('./build/check.js')).checkCommand(),
  },
  {
    name: 'debug',
    description: 'Step through a call of a contract line by line, forwards and backwards: a debug adapter for editors.',
    usage: '[options] [file]',
    guide: 'docs/guides/debugging-a-callback.md',
    load: async () => (await import('./debug/debug.js')).debugCommand(),
  },
  {
    name: 'diff',
    description: 'Compare two builds of a contract: search for action sequences on which they differ.',
    usage: '[options] <old> <new> [others...]',
    guide: 'docs/guides/comparing-builds.md',
    load: async () => (await import('./diff/diff.js')).diffCommand(),
  },
  {
    name: 'evm',
    description: 'Serve an EVM chain without other chains (JSON-RPC over HTTP and WebSocket), until Ctrl-C.',
    usage: '[options]',
    guide: 'docs/evm.md',
    load: async () => (await import('./evm.js')).evmCommand(),
  },
  {
    name: 'fuzz',
    description: 'Run a campaign: search for action sequences that violate an invariant of a contract.',
    usage: '[options] <file...>',
    guide: 'docs/guides/fuzzing.md',
    load: async () => (await import('./fuzz.js')).fuzzCommand(),
  },
  {
    name: 'gas',
    description: 'Compare the gas of two builds of a contract, function by function.',
    usage: '[options] <before> <after>',
    guide: 'docs/gas.md',
    load: async () => (await import('./gas/gas.js')).gasCommand(),
  },
  {
    name: 'init',
    description: 'Set up tests for the contracts in a folder.',
    usage: '[options] [folder]',
    guide: 'docs/init.md',
    load: async () => (await import('./init.js')).initCommand(),
  },
  {
    name: 'lower',
    description: 'Lower a .wasm file to the operators that chains accept.',
    usage: '[options] <in> <out>',
    guide: 'docs/building.md',
    load: async () => (await import('./build/lower.js')).lowerCommand(),
  },
  {
    name: 'mutants',
    description: 'Change a contract in one place at a time, and list the changes that no test notices.',
    usage: '[options] <contract> [command...]',
    guide: 'docs/guides/mutants.md',
    load: async () => (await import('./mutants.js')).mutantsCommand(),
  },
  {
    name: 'query',
    alias: 'q',
    description: 'Query a running chain, or the final state of a fixture.',
    usage: '',
    guide: 'docs/guides/tools.md',
    load: async () => (await import('./query.js')).queryCommand(),
  },
  {
    name: 'rehearse',
    description: 'List what another release of a chain refuses of a contract, or what a fixture does otherwise on it.',
    usage: '[options] <file>',
    guide: 'docs/guides/rehearsing-an-upgrade.md',
    load: async () => (await import('./rehearse/rehearse.js')).rehearseCommand(),
  },
  {
    name: 'replay',
    description: 'Run fixtures, and compare the outcome of each step with the expected one.',
    usage: '[options] <file...>',
    guide: 'docs/fixtures.md',
    load: async () => (await import('./replay.js')).replayCommand(),
  },
  {
    name: 'reproduce',
    description:
      'Reproduce a failed callback of a live chain, from its RPC or from downloaded files, and show why it failed.',
    usage: '[options] <place...>',
    guide: 'docs/guides/reproducing.md',
    load: async () => (await import('./reproduce.js')).reproduceCommand(),
  },
  {
    name: 'schema',
    description: 'Write the JSON schema of a contract, by its crate or inferred from its .wasm.',
    usage: '[options] [crate...]',
    guide: 'docs/types.md',
    load: async () => (await import('./build/schema.js')).schemaCommand(),
  },
  {
    name: 'serve',
    description: 'Serve all chains to clients (CometBFT RPC, REST, gRPC, EVM JSON-RPC), until Ctrl-C.',
    usage: '[options] [fixture]',
    guide: 'docs/local-network.md',
    load: async () => (await import('./serve.js')).serveCommand(),
  },
  {
    name: 'shrink',
    description: 'Shorten the action sequences of findings, and overwrite their files.',
    usage: '[options] <file...>',
    guide: 'docs/guides/campaigns.md',
    load: async () => (await import('./shrink.js')).shrinkCommand(),
  },
  {
    name: 'tx',
    description: 'Sign and send a transaction to a running chain.',
    usage: '',
    guide: 'docs/guides/tools.md',
    load: async () => (await import('./tx.js')).txCommand(),
  },
  {
    name: 'types',
    description: 'Write TypeScript types or clients of contracts from their JSON schemas.',
    usage: '[options] <schema...>',
    guide: 'docs/types.md',
    load: async () => (await import('./types.js')).typesCommand(),
  },
  {
    name: 'vm',
    description: 'Run one contract in the VM without a chain, with an in-memory store, and print the results as JSON.',
    usage: '[options] <script>',
    guide: 'docs/debugging.md',
    load: async () => (await import('./vm.js')).vmCommand(),
  },
  {
    name: 'worker',
    description: 'Run campaigns from a queue in Redis, together with other machines, until Ctrl-C.',
    usage: '[options] <queue>',
    guide: 'docs/cluster.md',
    load: async () => (await import('./worker.js')).workerCommand(),
  },
]

/** The command for the list only: it is not loaded. */
export function listedCommand({ name, alias, usage }: CommandHead): Command {
  const command = new Command(name)
  if (alias !== undefined) command.alias(alias)
  for (const word of usage.split(' '))
    if (word === '[options]') command.option('--listed')
    else if (word !== '') command.argument(word)
  return command
}
