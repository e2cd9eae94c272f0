import { Argument, Command } from 'commander'
import type { Comet38Client } from '@cosmjs/tendermint-rpc'
import { ask, type Request } from './node/ask.js'
import { withNode } from './node/connect.js'
import { failureDetails } from './node/failure-details.js'
import { pageRequest, uint64, withPageFlags, withQueryFlags, type PageFlags, type QueryFlags } from './node/flags.js'
import { formatJson } from './node/output.js'
import { printText } from './output/plain-text.js'

type Flags = QueryFlags & PageFlags & { readonly owners?: readonly string[]; readonly connection_id?: string }

/** One query of the command. */
interface Question {
  readonly name: string
  readonly description: string
  /** `<id>` is required, `[address]` is optional. Numeric ones are recognized by name. */
  readonly args?: readonly string[]
  readonly paged?: boolean
  readonly options?: (command: Command) => Command
  readonly path: string
  readonly request?: (args: readonly (string | undefined)[], flags: Flags) => Request
  /** Returns plain text instead of the JSON response. */
  readonly text?: (node: Comet38Client, args: readonly (string | undefined)[], flags: Flags) => Promise<string>
}

const MANAGER = '/neutron.contractmanager.Query'
const QUERIES = '/neutron.interchainqueries.Query'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Names, arguments and flags as in the real command line. Source: neutron x/contractmanager/client/cli, x/interchainqueries/client/cli. */
const QUESTIONS: Readonly<Record<string, { readonly description: string; readonly questions: readonly Question[] }>> = {
  contractmanager: {
    description: 'Query failed callbacks',
    questions: [
      { name: 'params', description: 'params of the module', path: `${MANAGER}/Params` },
      {
        name: 'failures',
        description: 'failed callbacks of a contract, or of all contracts',
        args: ['[address]'],
        paged: true,
        path: `${MANAGER}/Failures`,
        request: ([address], flags) => ({ ...(address !== undefined && { address }), pagination: pageRequest(flags) }),
      },
      {
        name: 'failure-details',
        description: 'the full error of a failed callback, from the events of the node',
        args: ['<address>', '<failure-id>'],
        path: `${MANAGER}/AddressFailure`,
        text: (node, [address, id], { height }) => failureDetails(node, address!, id!, height),
      },
    ],
  },
  interchainqueries: {
    description: 'Query registered interchain queries and their results',
    questions: [
      { name: 'params', description: 'params of the module', path: `${QUERIES}/Params` },
      {
        name: 'registered-queries',
        description: 'registered queries: all, or those of the given owners or connection',
        paged: true,
        options: (command) =>
          command
            .option('--owners <address>', 'only queries of this contract; repeatable', collect)
            .option('--connection_id <id>', 'only queries over this connection'),
        path: `${QUERIES}/RegisteredQueries`,
        request: (_, flags) => ({
          ...(flags.owners !== undefined && { owners: flags.owners }),
          ...(flags.connection_id !== undefined && { connection_id: flags.connection_id }),
          pagination: pageRequest(flags),
        }),
      },
      {
        name: 'registered-query',
        description: 'one registered query',
        args: ['<query-id>'],
        path: `${QUERIES}/RegisteredQuery`,
        request: ([id]) => ({ query_id: id }),
      },
      {
        name: 'query-result',
        description: 'the last result of a KV query',
        args: ['<query-id>'],
        path: `${QUERIES}/QueryResult`,
        request: ([id]) => ({ query_id: id }),
      },
      {
        name: 'query-last-remote-height',
        description: 'the latest height of the remote chain that the client of a connection knows',
        args: ['<connection-id>'],
        path: `${QUERIES}/LastRemoteHeight`,
        request: ([connection]) => ({ connection_id: connection }),
      },
    ],
  },
}

function questionCommand({ name, description, args = [], paged, options, ...question }: Question): Command {
  const command = withQueryFlags(new Command(name).description(description))
  for (const text of args) {
    const argument = new Argument(text)
    command.addArgument(text.endsWith('-id>') && !text.includes('connection') ? argument.argParser(uint64) : argument)
  }
  if (paged) withPageFlags(command)
  options?.(command)
  return command.action(async (...given: readonly unknown[]) => {
    const flags = given.at(-2) as Flags
    const values = given.slice(0, args.length) as (string | undefined)[]
    const request = question.request?.(values, flags) ?? {}
    const { text } = question
    if (text === undefined)
      printText(
        formatJson(await withNode(flags, (node) => ask(node, question.path, request, flags.height)), flags.output),
      )
    else console.log(await withNode(flags, (node) => text(node, values, flags)))
  })
}

/** `sudobox query MODULE QUESTION …` */
export function queryCommand(): Command {
  const query = new Command('query').alias('q')
  for (const [module, { description, questions }] of Object.entries(QUESTIONS)) {
    const group = new Command(module).description(description)
    for (const question of questions) group.addCommand(questionCommand(question))
    query.addCommand(group)
  }
  return query
}
