import type { CodeRow } from '../../../src/explorer/model.js'
import { SelectField } from '../forms/fields.js'
import { useRemembered } from '../forms/memory.js'
import { SenderField, useSender } from '../forms/sender-field.js'
import { useExplorer } from '../hooks.js'
import type { Go } from '../route.js'
import { InstantiateForm } from './instantiate-form.js'
import { StoreForm } from './store-form.js'

/** Stores the code of a contract, and instantiates it. */
export function DeployForm({ codes, go }: { readonly codes: readonly CodeRow[]; readonly go: Go }) {
  const { chains } = useExplorer()
  const names = chains.map(({ key }) => key)
  const [wanted, setChain] = useRemembered('deploy chain', names[0]!)
  const chain = names.includes(wanted) ? wanted : names[0]!
  const [chosen, setChosen] = useRemembered(`deploy code ${chain}`, '')
  const [sender, setSender] = useSender(chain)
  const own = codes.filter((code) => code.chain === chain)
  const code = own.find(({ codeId }) => codeId === chosen) ?? own.at(-1)
  return (
    <div class="deploy">
      <div class="forms">
        <SelectField
          name="chain"
          value={chain}
          options={Object.fromEntries(names.map((name) => [name, name]))}
          onChange={setChain}
        />
        <SenderField chain={chain} sender={sender} onChange={setSender} />
      </div>
      <div class="steps">
        <section class="step">
          <h3>1. Store the code</h3>
          <StoreForm chain={chain} sender={sender} onStored={setChosen} />
        </section>
        <section class="step">
          <h3>2. Instantiate it</h3>
          {code === undefined ? (
            <p class="quiet">No code is stored on {chain} yet.</p>
          ) : (
            <InstantiateForm
              key={`${chain} ${code.codeId}`}
              chain={chain}
              sender={sender}
              codes={own}
              code={code}
              onCode={setChosen}
              go={go}
            />
          )}
        </section>
      </div>
    </div>
  )
}
