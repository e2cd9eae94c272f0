// Serves a recorded node on a port, in a thread of its own: a fork waits for its answers. Anything that was not recorded is an error.
import { createServer } from 'node:http'
import { parentPort as port, workerData } from 'node:worker_threads'
import { RecordedNode } from '../../scripts/wasmd/recorded-node.mjs'

const { height, lines } = workerData
const node = new RecordedNode(height)
for (const line of lines) node.add(line)
let requests = 0
const refused = []

function answer({ id, method, params }) {
  try {
    return { jsonrpc: '2.0', id, result: node.call({ method, params }) }
  } catch (error) {
    refused.push(error.message)
    return { jsonrpc: '2.0', id, error: { code: -32601, message: error.message, data: '' } }
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text) => (body += text))
  request.on('end', () => {
    requests++
    const asked = JSON.parse(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
})
server.listen(0, '127.0.0.1', () => port.postMessage({ url: `http://127.0.0.1:${server.address().port}` }))
port.on('message', () => port.postMessage({ requests, calls: node.calls, refused }))
