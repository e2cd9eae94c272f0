import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A connection; its errors are answers, too. */
export const dial = (port: number, host = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => undefined)
  })

/** All that the other side says until it ends the connection. */
export const heard = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
    socket.once('close', () => resolve(text))
  })

/** Sends these bytes, and gives what is said until the end of the connection. */
export async function raw(port: number, text: string, host?: string): Promise<string> {
  const socket = await dial(port, host)
  const said = heard(socket)
  socket.write(text)
  return said
}

/** A request after which the connection ends. */
export const request = (line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ connection: 'close', 'content-length': String(body.length), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n')

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? NaN)

/** An address under which other machines reach this one; undefined on a machine that has none. */
export const outerAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address

/** Whether an address of IPv6 can be listened on. */
export const hasIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))
