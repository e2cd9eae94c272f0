import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Debugged } from './scopes.js'
import type { LaunchArguments } from './launch.js'
import { CallDebugSession } from './session.js'

/** Serves one client over streams, such as those of the process. */
export function serveStreams(
  open: (launch: LaunchArguments) => Promise<Debugged>,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): CallDebugSession {
  const session = new CallDebugSession(open)
  session.setRunAsServer(true)
  session.start(input, output)
  return session
}

/** Serves any number of clients over a socket of this machine. @param port 0 for any that is free */
export function serveSocket(
  open: (launch: LaunchArguments) => Promise<Debugged>,
  port: number,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => {
    serveStreams(open, socket, socket)
    // A client that goes away ends its session.
    socket.on('error', () => socket.destroy())
  })
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => done({ server, port: (server.address() as AddressInfo).port }))
  })
}
