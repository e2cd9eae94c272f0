import { useState } from 'preact/hooks'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useRemembered } from '../forms/memory.js'
import { useActing, useExplorer } from '../hooks.js'
import { Result } from '../result-view.js'

/** Mints coins for an account, which is created the first time. */
export function FundForm() {
  const { chains } = useExplorer()
  const acting = useActing()
  const [wanted, setChain] = useState(chains[0]!.key)
  const { key: chain, denom } = chains.find(({ key }) => key === wanted) ?? chains[0]!
  const [name, setName] = useRemembered('fund name', 'alice')
  const [funds, setFunds] = useRemembered(`fund coins ${chain}`, `1000000000${denom}`)
  return (
    <>
      <ActForm
        isWide
        label="Fund an account"
        button="Mint"
        busy={acting.busy}
        onSubmit={() => void acting.act(`account ${name}`, { action: 'account', chain, name, funds })}
      >
        <SelectField
          name="chain"
          value={chain}
          options={Object.fromEntries(chains.map(({ key }) => [key, key]))}
          onChange={setChain}
        />
        <TextField name="account (created if it does not exist)" required value={name} onChange={setName} />
        <TextField name="coins" required value={funds} onChange={setFunds} />
      </ActForm>
      <Result acting={acting} />
    </>
  )
}
