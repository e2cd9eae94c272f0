/** A message or a query that releases of the Cosmos SDK or of ibc-go no longer have. */
export interface Removed {
  /** What it was removed with. */
  readonly since: string
  /** What took its place. */
  readonly instead?: string
}

const TRANSFER = '/ibc.applications.transfer.v1.Query'
const CHANNEL = '/ibc.core.channel.v1'
const FEE = '/ibc.applications.fee.v1'
const rows = (since: string, names: readonly string[]): readonly (readonly [string, Removed])[] =>
  names.map((name) => [name, { since }])

/**
 * By gRPC path or type URL. Source: the services in the generated code of ibc-go v8.5.1, v10.5.0 and v11.1.0, and of cosmos-sdk v0.50.11, v0.53.6 and
 * v0.54.0; packages of modules that a chain can have or not, such as `group`, are left out.
 */
export const REMOVED: ReadonlyMap<string, Removed> = new Map([
  [`${TRANSFER}/DenomTrace`, { since: 'ibc-go v10', instead: `${TRANSFER}/Denom` }],
  [`${TRANSFER}/DenomTraces`, { since: 'ibc-go v10', instead: `${TRANSFER}/Denoms` }],
  ...rows('ibc-go v10', [
    ...['PayPacketFee', 'PayPacketFeeAsync', 'RegisterCounterpartyPayee', 'RegisterPayee'].map(
      (name) => `${FEE}.Msg${name}`,
    ),
    ...[
      'CounterpartyPayee',
      'FeeEnabledChannel',
      'FeeEnabledChannels',
      'IncentivizedPacket',
      'IncentivizedPackets',
      'IncentivizedPacketsForChannel',
      'Payee',
      'TotalAckFees',
      'TotalRecvFees',
      'TotalTimeoutFees',
    ].map((name) => `${FEE}.Query/${name}`),
    ...['Ack', 'Cancel', 'Confirm', 'Init', 'Open', 'Timeout', 'Try'].map(
      (step) => `${CHANNEL}.MsgChannelUpgrade${step}`,
    ),
    `${CHANNEL}.MsgPruneAcknowledgements`,
    `${CHANNEL}.MsgUpdateParams`,
    ...['ChannelParams', 'Upgrade', 'UpgradeError'].map((name) => `${CHANNEL}.Query/${name}`),
  ]),
  [
    '/ibc.core.client.v1.MsgSubmitMisbehaviour',
    { since: 'ibc-go v11', instead: '/ibc.core.client.v1.MsgUpdateClient' },
  ],
])
