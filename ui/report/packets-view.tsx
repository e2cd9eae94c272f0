import { useState } from 'preact/hooks'
import type { RunData } from '../../src/report/model.js'
import { plural } from '../components/format.js'
import { JourneyTree } from '../components/journey-tree.js'
import { Section } from '../components/parts.js'

/** Packets of a run, each with those that followed from it. */
export function PacketsView({ run, onOpen }: { readonly run: RunData; readonly onOpen: (row: number) => void }) {
  const [onlyFurther, setOnlyFurther] = useState(false)
  const { journeys, moreJourneys = 0 } = run
  if (journeys.length === 0) return <p class="empty">No packet was sent.</p>
  const further = journeys.filter(({ next }) => next.length > 0)
  const shown = onlyFurther ? further : journeys
  return (
    <div class="page">
      {further.length > 0 && further.length < journeys.length && (
        <label class="check">
          <input type="checkbox" checked={onlyFurther} onChange={() => setOnlyFurther(!onlyFurther)} /> only packets
          that caused others
        </label>
      )}
      <Section
        level={2}
        title="Packets"
        note={`${plural(shown.length, 'packet')}, each with the packets that it caused`}
      >
        <JourneyTree journeys={shown} onRow={onOpen} />
        {moreJourneys > 0 && <p class="quiet">{plural(moreJourneys, 'later one')} not shown.</p>}
      </Section>
    </div>
  )
}
