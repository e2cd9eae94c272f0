import { grouped } from '../../components/format.js'
import { TableBox } from '../../components/parts.js'
import { useActing, useExplorer } from '../hooks.js'
import { Result } from '../result-view.js'

/** Snapshots of everything: chains, EVM, names, log. */
export function SnapshotsView() {
  const { snapshots } = useExplorer()
  const acting = useActing()
  return (
    <>
      <div class="act-row">
        <button
          type="button"
          class="main"
          disabled={acting.busy}
          onClick={() => void acting.ask('snapshot taken', 'snapshot', {})}
        >
          Take a snapshot
        </button>
        <span class="quiet">
          Includes all chains, the EVM, names and the log. All open pages show the restored state.
        </span>
      </div>
      {snapshots.length > 0 && (
        <TableBox label="Snapshots">
          <table>
            <thead>
              <tr>
                <th scope="col">snapshot</th>
                <th scope="col">heights</th>
                <th scope="col">
                  <span class="hidden">what can be done</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {snapshots.map(({ id, heights }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  <td>
                    {Object.entries(heights)
                      .map(([chain, height]) => `${chain} ${grouped(height)}`)
                      .join(', ')}
                  </td>
                  <td>
                    <button
                      type="button"
                      class="small"
                      disabled={acting.busy}
                      aria-label={`Restore snapshot ${id}`}
                      onClick={() => void acting.ask(`snapshot ${id} restored`, 'restore', { id })}
                    >
                      Restore
                    </button>{' '}
                    <button
                      type="button"
                      class="small"
                      disabled={acting.busy}
                      aria-label={`Forget snapshot ${id}`}
                      onClick={() => void acting.ask(`snapshot ${id} forgotten`, 'forget', { id })}
                    >
                      Forget
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <Result acting={acting} />
    </>
  )
}
