package main

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Typed data, and the hash that is signed or why there is none.
type typedCase struct {
	Data  json.RawMessage `json:"data"`
	Hash  hexutil.Bytes   `json:"hash,omitempty"`
	Error string          `json:"error,omitempty"`
}

const (
	domainType = `"EIP712Domain":[{"name":"name","type":"string"}]`
	mailTypes  = `"types":{` + domainType + `,"Person":[{"name":"name","type":"string"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person[]"},{"name":"n","type":"uint8"}]}`
	mailRest   = mailTypes + `,"primaryType":"Mail","domain":{"name":"x"}`
)

// Members that no type has, and members that are missing.
func typedCases() []typedCase {
	var cases []typedCase
	for _, text := range []string{
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[{"name":"b"}],"n":1}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[{"name":"b"}],"n":1,"x":1}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[{"name":"b"}],"n":1,"x":1,"y":null}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a","x":""},"to":[{"name":"b"}],"n":1}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[{"name":"b","x":{}}],"n":1}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[{"name":"b"},{"name":"b","x":{},"y":1}],"n":1}}`,
		`{` + mailRest + `,"message":{"from":{"x":"a"},"to":[],"n":1}}`,
		`{` + mailRest + `,"message":{"to":[],"n":1,"x":1}}`,
		`{` + mailRest + `,"message":{"to":[],"n":1}}`,
		`{` + mailRest + `,"message":{"from":null,"to":[],"n":1}}`,
		`{` + mailRest + `,"message":{"from":{"name":"a"},"to":[],"n":1},"x":1}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{"name":"x","version":"1"},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{"name":"x","version":""},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{"name":"x","chainId":"0x1","verifyingContract":"0x1","salt":"0x"},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{"name":"x","other":"1"},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{"other":"1"},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","domain":{},"message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Mail","message":{"from":{"name":"a"},"to":[],"n":1}}`,
		`{"types":{"Mail":[{"name":"n","type":"uint8"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"n":1}}`,
		`{"types":{"EIP712Domain":[],"Mail":[{"name":"n","type":"uint8"}]},"primaryType":"Mail","domain":{"name":"x"},"message":{"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Other","domain":{"name":"x"},"message":{"n":1}}`,
		`{` + mailTypes + `,"primaryType":"Other","domain":{"name":"x"},"message":{}}`,
		`{` + mailTypes + `,"primaryType":"EIP712Domain","domain":{"name":"x"},"message":{"name":"x"}}`,
		`{` + mailTypes + `,"primaryType":"EIP712Domain","domain":{"name":"x"},"message":{}}`,
		`{` + mailTypes + `,"primaryType":"EIP712Domain","domain":{"name":"x"},"message":{"name":"x","y":1}}`,
	} {
		one := typedCase{Data: json.RawMessage(text)}
		var data apitypes.TypedData
		err := json.Unmarshal(one.Data, &data)
		if err == nil {
			one.Hash, _, err = apitypes.TypedDataAndHash(data)
		}
		if err != nil {
			one.Error = err.Error()
		}
		cases = append(cases, one)
	}
	return cases
}
