import { Command } from 'commander'
import { fromUtf8, readNamed, UsageError } from '../base/index.js'
import type { Any } from '../codec/index.js'
import { parseProtoJson } from '../codec/proto-json/index.js'
import { withNode } from './node/connect.js'
import { uint64, withNodeFlags } from './node/flags.js'
import { formatJson, type OutputFormat } from './node/output.js'
import { send, type SendFlags } from './node/send.js'
import type { NodeFlags } from './node/connect.js'
import { errorLines, printText } from './output/plain-text.js'

type Flags = NodeFlags & SendFlags & { readonly output: OutputFormat }

/** Gas of a submission. Source: specification "Interchain Queries", section 8. */
const SUBMISSION_GAS = '10000000'
const GAS = '200000'

const withTxFlags = (command: Command, gas: string): Command =>
  withNodeFlags(command)
    .requiredOption('--from <name>', 'signer: a name or address in the keyring')
    .requiredOption(
      '--keyring-file <file>',
      'file of keys, YAML or JSON: {"accounts": [{"name", "mnemonic" or "privateKey"}]}',
    )
    .option('--gas <amount>', 'gas limit', uint64, gas)
    .option('--fees <coins>', 'fees, e.g. 1000untrn', '')
    .option('--note <text>', 'memo', '')
    .option('-o, --output <format>', 'output format; text is YAML', 'text')

async function run(flags: Flags, build: (sender: string) => Any): Promise<void> {
  const { code, height, transactionHash, rawLog, gasUsed, gasWanted, codespace } = await withNode(
    flags,
    async (node) => {
      const result = await send(node, flags, build)
      const tx = await node
        .tx({ hash: Uint8Array.from(Buffer.from(result.transactionHash, 'hex')) })
        .catch(() => undefined)
      return { ...result, codespace: tx?.result.codespace ?? '' }
    },
  )
  const printed = {
    height: String(height),
    txhash: transactionHash,
    codespace,
    code,
    raw_log: rawLog ?? '',
    gas_wanted: String(gasWanted),
    gas_used: String(gasUsed),
  }
  printText(formatJson(JSON.stringify(printed), flags.output))
  if (code !== 0) process.exitCode = 1
}

const MODULE = 'neutron.interchainqueries'

const message = (type: string, request: object): Any => ({
  typeUrl: `/${MODULE}.${type}`,
  value: parseProtoJson(`${MODULE}.${type}`, JSON.stringify(request)),
})

/** The result in the form that the real command reads: JSON of `neutron.interchainqueries.QueryResult`. @throws UsageError */
function resultIn(file: string): object {
  const text = fromUtf8(readNamed(file))
  try {
    const result: unknown = JSON.parse(text)
    parseProtoJson(`${MODULE}.QueryResult`, JSON.stringify(result))
    return result as object
  } catch (error) {
    throw new UsageError(`${file} does not contain a query result`, {
      cause: error,
      details: [...errorLines(error), `right: JSON of ${MODULE}.QueryResult`],
    })
  }
}

/** `sudobox tx MODULE MESSAGE …` */
export function txCommand(): Command {
  const queries = new Command('interchainqueries').description('Submit query results, and remove queries')
  queries.addCommand(
    withTxFlags(
      new Command('submit-query-result')
        .aliases(['submit', 's'])
        .description('submit the result of a query, with its proofs')
        .argument('<query-id>', 'id of the query', uint64)
        .argument('<file>', 'JSON file with the result and its proofs'),
      SUBMISSION_GAS,
    ).action((id: string, file: string, flags: Flags) => {
      const result = resultIn(file)
      return run(flags, (sender) => message('MsgSubmitQueryResult', { query_id: id, sender, result }))
    }),
  )
  queries.addCommand(
    withTxFlags(
      new Command('remove-interchain-query')
        .aliases(['remove', 'r'])
        .description('remove a query; the signer receives its deposit')
        .argument('<query-id>', 'id of the query', uint64),
      GAS,
    ).action((id: string, flags: Flags) =>
      run(flags, (sender) => message('MsgRemoveInterchainQueryRequest', { query_id: id, sender })),
    ),
  )
  return new Command('tx').addCommand(queries)
}
