/* oxlint-disable unicorn/require-post-message-target-origin, typescript/no-implied-eval -- threads have no origin; the functions are those of a test */
// A node of a live chain, in a thread beside the one that waits for it. Its answers can be falsified by functions, which come as texts.
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { QueryAllContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'

const { createSandbox } = await import(pathToFileURL(workerData.sources).href)
const sandbox = createSandbox({ chains: { live: { kind: 'wasmd', validators: 4 } } })
const { live } = sandbox.chains
const alice = live.account('alice', '1000000stake')
const token = await alice.deploy(workerData.wasm, {
  name: 'token',
  symbol: 'TOK',
  decimals: 6,
  initial_balances: [{ address: alice.address, amount: '1000' }],
})
for (let i = 0; i < 5; i++)
  await alice.execute(token, { transfer: { recipient: live.account(`holder${i}`).address, amount: '10' } })
const height = Number(live.height)
live.nextBlock(3)
const { urls } = await sandbox.serve()
const real = urls.live.rpc

/** What the functions may use. */
const tools = {
  bytes: (text) => Buffer.from(text, 'base64'),
  text: (bytes) => Buffer.from(bytes).toString('base64'),
  /** The answer with the first proof changed, and the value with it. */
  withProof(answer, change) {
    const { response } = answer.result
    const [op, ...ops] = response.proofOps.ops
    const proof = change(CommitmentProof.decode(tools.bytes(op.data)))
    const value = proof.exist === undefined ? null : tools.text(proof.exist.value)
    const data = tools.text(CommitmentProof.encode(proof).finish())
    return { ...answer, result: { response: { ...response, value, proofOps: { ops: [{ ...op, data }, ...ops] } } } }
  },
  decode: (text) => CommitmentProof.decode(tools.bytes(text)),
  /** The answer with another page of the state of a contract. */
  withPage(answer, change) {
    const { response } = answer.result
    const page = change(QueryAllContractStateResponse.decode(tools.bytes(response.value)))
    const value = tools.text(QueryAllContractStateResponse.encode(page).finish())
    return { ...answer, result: { response: { ...response, value } } }
  },
  /** What the chain answers to another call. */
  ask: async (method, params) => (await honest({ jsonrpc: '2.0', id: 0, method, params })).result,
}

const honest = async (body) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(real, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

let fault = {}
let count = 0
/** What the functions are told. */
let given

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString())
  count++
  try {
    if (await fault.http?.({ request, response, body, count, given, honest, tools })) return
    const answers = []
    for (const answer of [await honest(body)].flat()) {
      const call = [body].flat().find(({ id }) => id === answer.id)
      const other = await fault.answer?.({ call, answer, given, tools })
      answers.push(other ? { id: answer.id, ...other } : answer)
    }
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  } catch (error) {
    response.statusCode = 599
    response.end(String(error.stack))
  }
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`
  parentPort?.postMessage({
    url,
    real,
    height,
    alice: alice.address,
    stores: live.host.app.baseApp.stores.names,
    token: token.address,
  })
})

parentPort.on('message', ({ how, given: values }) => {
  given = values
  fault = Object.fromEntries(Object.entries(how).map(([name, text]) => [name, new Function(`return ${text}`)()]))
  count = 0
  parentPort?.postMessage('changed')
})
