import { GenesisReader, type Module } from '../../chain/index.js'
import { defaultGenesis, exportGenesis, initGenesis, setRecord } from './genesis.js'
import { NAME } from './keys.js'

/** Forwarding of transfers: it has no messages, queries or params. Source: packet-forward-middleware v10.1.0 module.go. */
export const packetForwardModule: Module = {
  name: NAME,
  stores: [NAME],
  defaultGenesis,
  initGenesis,
  exportGenesis,
  put: {
    /** `key`: `channel-0/transfer/1`; the other members are those of genesis. */
    in_flight_packet: (ctx, record) => {
      const json = new GenesisReader(record, `${NAME}/in_flight_packet`)
      setRecord(ctx, json.at('key').string(), json)
    },
  },
}
