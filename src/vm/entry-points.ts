/** Every export that a chain calls. Source: cosmwasm-vm `calls.rs`; the table has what the raw call needs. */
export const ENTRY_POINTS = {
  instantiate: { args: ['env', 'info', 'msg'], readOnly: false },
  execute: { args: ['env', 'info', 'msg'], readOnly: false },
  query: { args: ['env', 'msg'], readOnly: true },
  sudo: { args: ['env', 'msg'], readOnly: false },
  reply: { args: ['env', 'msg'], readOnly: false },
  migrate: { args: ['env', 'msg'], readOnly: false },
  ibc_channel_open: { args: ['env', 'msg'], readOnly: false },
  ibc_channel_connect: { args: ['env', 'msg'], readOnly: false },
  ibc_channel_close: { args: ['env', 'msg'], readOnly: false },
  ibc_packet_receive: { args: ['env', 'msg'], readOnly: false },
  ibc_packet_ack: { args: ['env', 'msg'], readOnly: false },
  ibc_packet_timeout: { args: ['env', 'msg'], readOnly: false },
  ibc_source_callback: { args: ['env', 'msg'], readOnly: false },
  ibc_destination_callback: { args: ['env', 'msg'], readOnly: false },
  ibc2_packet_receive: { args: ['env', 'msg'], readOnly: false },
  ibc2_packet_ack: { args: ['env', 'msg'], readOnly: false },
  ibc2_packet_timeout: { args: ['env', 'msg'], readOnly: false },
  ibc2_packet_send: { args: ['env', 'msg'], readOnly: false },
} as const satisfies Record<string, { args: readonly ('env' | 'info' | 'msg')[]; readOnly: boolean }>

/** `migrate` takes a fourth argument (migrate info) and falls back to two when the contract's arity is two. */
export type EntryPoint = keyof typeof ENTRY_POINTS

/** Entry points whose last argument is an enum. */
const WITH_MESSAGE: readonly EntryPoint[] = ['execute', 'query', 'sudo']
/** The name of a message that is an object of one member, or a text. */
const NAME = /^\s*(?:\{\s*)?"([\w-]{1,80})"/

/** The name of a message to an entry point; undefined where messages have none. */
export function messageName(entry: EntryPoint, message: Uint8Array | undefined): string | undefined {
  if (message === undefined || !WITH_MESSAGE.includes(entry)) return undefined
  const head = Buffer.from(message.buffer, message.byteOffset, Math.min(message.length, 120)).toString('latin1')
  return NAME.exec(head)?.[1]
}
