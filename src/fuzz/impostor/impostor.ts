import { channelsOfPort, getConnection, Order } from '../../modules/ibc/index.js'
import { ibcPort } from '../../modules/wasm/index.js'
import type { ChainHost, Sandbox } from '../../sandbox/internal.js'
import { deployOn } from '../attacker/deploy.js'
import type { CampaignConfig } from '../config.js'
import type { Start } from '../setup.js'

/**
 * The `.wasm` of the impostor: a contract of the stranger's with all entry points of IBC, which opens channels to the contracts of a campaign as if it was their
 * counterparty. It sends what it is instructed to, takes any channel, and acknowledges each packet with `{"result":"AQ=="}`. In base64, since findings are one file. Source:
 * impostor.wat next to this file
 */
export const IMPOSTOR_WASM =
  'AGFzbQEAAAABGgVgAABgAX8Bf2ABfwBgA39/fwF/YAJ/fwF/AwwLAAECAwMEBAQEBAQFAwEABAYIAX8BQYCABAsHyAEMBm1lbW9yeQIAE2ludGVyZmFjZV92ZXJzaW9uXzgAAAhhbGxvY2F0ZQABCmRlYWxsb2Nh' +
  'dGUAAgtpbnN0YW50aWF0ZQADB2V4ZWN1dGUABBBpYmNfY2hhbm5lbF9vcGVuAAUTaWJjX2NoYW5uZWxfY29ubmVjdAAGEWliY19jaGFubmVsX2Nsb3NlAAcSaWJjX3BhY2tldF9yZWNlaXZlAAgOaWJjX3BhY2tl' +
  'dF9hY2sACRJpYmNfcGFja2V0X3RpbWVvdXQACgp0CwIAC0MBAX8jACEBIAEgAGpBE2pBeHEkAAJAA0AjAD8AQRB0TQ0BQQFAAEF/Rg0BDAALCyABIAFBDGo2AgAgASAANgIEIAELAgALBABBEAsEACACCwQAQTAL' +
  'BABBIAsEAEEgCwUAQcAACwQAQSALBABBIAsLuAIIAEEQCwyAAAAAPgAAAD4AAAAAQSALDAABAAAyAAAAMgAAAABBMAsMQAEAAAsAAAALAAAAAEHAAAsMgAEAAF8AAABfAAAAAEGAAQs+eyJvayI6eyJtZXNzYWdl' +
  'cyI6W10sImF0dHJpYnV0ZXMiOltdLCJldmVudHMiOltdLCJkYXRhIjpudWxsfX0AQYACCzJ7Im9rIjp7Im1lc3NhZ2VzIjpbXSwiYXR0cmlidXRlcyI6W10sImV2ZW50cyI6W119fQBBwAILC3sib2siOm51bGx9' +
  'AEGAAwtfeyJvayI6eyJhY2tub3dsZWRnZW1lbnQiOiJleUp5WlhOMWJIUWlPaUpCVVQwOUluMD0iLCJtZXNzYWdlcyI6W10sImF0dHJpYnV0ZXMiOltdLCJldmVudHMiOltdfX0='

/** The label of the impostor. */
export const IMPOSTOR = 'impostor'

type Chains = { readonly sandbox: Sandbox }
type Channel = ReturnType<typeof channelsOfPort>[number]

/** The contracts of a campaign, before they have schemas. */
const portsOf = (sandbox: Sandbox, { contracts }: CampaignConfig) =>
  contracts.flatMap(({ chain, label }) => {
    const { host } = sandbox.chain(chain) ?? {}
    const address = host?.addressOf(label)
    return host === undefined || address === undefined ? [] : [{ host, port: ibcPort(address) }]
  })

/** Puts the impostor on the chains at the other end of the contracts' own channels, unless the campaign wants no attacker. @param from who deploys it */
export async function setUpImpostor(sandbox: Sandbox, config: CampaignConfig, from: string): Promise<void> {
  if (config.attacker === false) return
  const chains = portsOf(sandbox, config).flatMap(({ host, port }) =>
    channelsOfPort(host.app.context, `${port}/`).flatMap(
      ({ channelId }) => sandbox.relayer.chainBehind(host.key, port, channelId) ?? [],
    ),
  )
  await deployOn(sandbox, chains, { label: IMPOSTOR, wasm: IMPOSTOR_WASM }, from)
}

/** The impostor's port on a chain; undefined if it is not there. */
export function impostorsPort(host: ChainHost): string | undefined {
  const address = host.addressOf(IMPOSTOR)
  return address === undefined ? undefined : ibcPort(address)
}

const impostorsPorts = ({ sandbox }: Chains): readonly string[] =>
  Object.values(sandbox.chains).flatMap(({ host }) => impostorsPort(host) ?? [])

/** Whether a packet goes over a channel of the impostor, in either direction. */
export const isImpostors = (
  chains: Chains,
  { sourcePort, destinationPort }: { readonly sourcePort: string; readonly destinationPort: string },
): boolean => impostorsPorts(chains).some((port) => port === sourcePort || port === destinationPort)

/** Whether a text, such as the message of a callback, names the impostor's port. */
export const namesImpostor = (chains: Chains, text: string): boolean =>
  impostorsPorts(chains).some((port) => text.includes(port))

/** The channels of a contract whose other end is the impostor, closed ones included. */
export function impostorsChannels(sandbox: Sandbox, { app }: ChainHost, contract: string): readonly Channel[] {
  const ports = impostorsPorts({ sandbox })
  if (ports.length === 0) return []
  return channelsOfPort(app.context, `${ibcPort(contract)}/`).filter(({ counterparty }) =>
    ports.includes(counterparty.portId),
  )
}

/** Whether the impostor has or had a channel to a contract of a campaign. */
export const hasIntruded = ({ sandbox, subjects }: Pick<Start, 'sandbox' | 'subjects'>): boolean =>
  subjects.some(
    ({ config, address }) => impostorsChannels(sandbox, sandbox.chain(config.chain)!.host, address).length > 0,
  )

/** Whether the impostor is on any chain. */
export const hasImpostor = (chains: Chains): boolean => impostorsPorts(chains).length > 0

/** The connection of a channel as the other chain calls it. */
export const connectionBehind = ({ app }: ChainHost, { connectionHops }: Channel): string | undefined =>
  getConnection(app.context, connectionHops[0]!)?.counterparty.connectionId

/** The ordering of a channel, in the form of actions. */
export const orderingOf = ({ ordering }: Channel): 'ordered' | 'unordered' =>
  ordering === Order.ORDER_ORDERED ? 'ordered' : 'unordered'
