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
