import type { AccountRow, ChannelRow } from '../../../src/explorer/model.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useRemembered } from '../forms/memory.js'
import { SenderField, senderOf, useSender } from '../forms/sender-field.js'
import { useActing, useExplorer, useView } from '../hooks.js'
import { Result } from '../result-view.js'

/** Somebody who can receive coins. */
interface Recipient {
  readonly chain: string
  readonly address: string
}

const OTHER = 'other'

/** Sends coins on a chain, or over a channel to another one, which is a packet. @param acrossOnly whether only packets are sent */
export function SendForm({ acrossOnly = false }: { readonly acrossOnly?: boolean }) {
  const { chains } = useExplorer()
  const acting = useActing()
  const { data: accounts = [] } = useView<readonly AccountRow[]>('accounts')
  const { data: channels = [] } = useView<readonly ChannelRow[]>('channels')
  const place = acrossOnly ? 'transfer' : 'send'
  const [wanted, setChain] = useRemembered(`${place} chain`, chains[0]!.key)
  const { key: chain, denom } = chains.find(({ key }) => key === wanted) ?? chains[0]!
  const [sender, setSender] = useSender(chain)
  const [chosen, setTo] = useRemembered(`${place} to ${chain}`, '')
  const [typed, setTyped] = useRemembered(`${place} address ${chain}`, '')
  const [amount, setAmount] = useRemembered(`${place} amount ${chain}`, `1000${denom}`)
  const [timeout, setTimeoutSeconds] = useRemembered(`${place} timeout`, '600')

  const reached = channels.filter((one) => one.chain === chain)
  const known = recipients(accounts, acrossOnly ? [] : [chain], reached, sender.from, chain)
  const ids = Object.keys(known)
  const to = chosen === OTHER || ids.includes(chosen) ? chosen : (ids[0] ?? OTHER)
  const recipient = to === OTHER ? typedRecipient(typed, chains, chain) : known[to]
  const channel = reached.find((one) => one.to === recipient?.chain)
  const isAcross = recipient !== undefined && recipient.chain !== chain
  const options = {
    ...Object.fromEntries(ids.map((id) => [id, id])),
    [OTHER]: 'another address …',
  }
  const send = (): void => {
    if (recipient === undefined) return
    const { address } = recipient
    const message = isAcross
      ? { ibcTransfer: { to: address, amount, channel: channel!.channel, timeoutSeconds: timeout } }
      : { send: { to: address, amount } }
    const what = to === OTHER ? 'another address' : to
    void acting.act(`send ${amount} to ${what}`, { action: 'tx', chain, ...senderOf(sender), messages: [message] })
  }
  if (acrossOnly && channels.length === 0)
    return <p class="quiet">No two chains have an open channel for transfers. A relayer can open one.</p>
  return (
    <>
      <ActForm
        isWide
        label={acrossOnly ? 'Send a packet' : 'Send coins'}
        button="Send"
        busy={acting.busy}
        disabled={sender.from === '' || recipient === undefined || (isAcross && channel === undefined)}
        onSubmit={send}
      >
        <SelectField
          name="chain"
          value={chain}
          options={Object.fromEntries(chains.map(({ key }) => [key, key]))}
          onChange={setChain}
        />
        <SenderField chain={chain} sender={sender} onChange={setSender} />
        <SelectField name="to" value={to} options={options} onChange={setTo} />
        {to === OTHER && <TextField name="address" required value={typed} onChange={setTyped} />}
        <TextField name="amount" required value={amount} onChange={setAmount} />
        {isAcross && (
          <TextField
            name="timeout, in seconds"
            required
            pattern="[1-9][0-9]*"
            title="a whole number from 1 on"
            value={timeout}
            onChange={setTimeoutSeconds}
          />
        )}
        {isAcross && (
          <p class="quiet">
            {channel === undefined
              ? `${chain} has no open channel to ${recipient.chain}.`
              : `A packet over ${channel.channel} to ${recipient.chain}: deliver it, or let it time out, under Packets.`}
          </p>
        )}
      </ActForm>
      <Result acting={acting} />
    </>
  )
}

/** Accounts that can be reached, by what they are called in the form: those of the other chains after those of the own one. */
function recipients(
  accounts: readonly AccountRow[],
  own: readonly string[],
  channels: readonly ChannelRow[],
  from: string,
  chain: string,
): Readonly<Record<string, Recipient>> {
  const reached = [...own, ...new Set(channels.map(({ to }) => to))]
  return Object.fromEntries(
    reached.flatMap((there) =>
      accounts
        .filter((one) => one.chain === there && one.name !== 'relayer' && !(there === chain && one.name === from))
        .map(({ name, address }) => [`${name} on ${there}`, { chain: there, address }] as const),
    ),
  )
}

/** The prefix of an address says of which chain it is. */
function typedRecipient(
  text: string,
  chains: readonly { readonly key: string; readonly prefix: string }[],
  chain: string,
): Recipient | undefined {
  const address = text.trim()
  if (address === '') return undefined
  const own = chains.find(({ key }) => key === chain)!
  const isOwn = address.startsWith(`${own.prefix}1`)
  const there = isOwn ? own : (chains.find(({ prefix }) => address.startsWith(`${prefix}1`)) ?? own)
  return { chain: there.key, address }
}
