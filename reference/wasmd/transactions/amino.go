package main

import (
	"encoding/json"
	"fmt"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// aminoBytes are what a wallet signs in amino JSON that knows all fields of the transaction.
func (d *draft) aminoBytes(one *user, sequence uint64) []byte {
	msgs := []any{}
	for _, packed := range d.messages {
		msg := packed.GetCachedValue().(*banktypes.MsgSend)
		msgs = append(msgs, map[string]any{"type": "cosmos-sdk/MsgSend", "value": map[string]any{
			"from_address": msg.FromAddress, "to_address": msg.ToAddress, "amount": msg.Amount,
		}})
	}
	fee := map[string]any{"amount": d.fee.Amount, "gas": fmt.Sprint(d.fee.GasLimit)}
	if d.fee.Granter != "" {
		fee["granter"] = d.fee.Granter
	}
	doc := map[string]any{
		"account_number": fmt.Sprint(one.number), "chain_id": d.chain, "fee": fee, "memo": d.memo, "msgs": msgs, "sequence": fmt.Sprint(sequence),
	}
	if d.height != 0 {
		doc["timeout_height"] = fmt.Sprint(d.height)
	}
	if d.unordered {
		doc["unordered"] = true
	}
	if d.timestamp != nil {
		doc["timeout_timestamp"] = time.Unix(d.timestamp.Seconds, int64(d.timestamp.Nanos)).UTC().Format(time.RFC3339Nano)
	}
	bz, err := json.Marshal(doc)
	check(err)
	return sdk.MustSortJSON(bz)
}
