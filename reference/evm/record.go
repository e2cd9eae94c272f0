package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

type hexBytes []byte

func (b hexBytes) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(b)), nil }

// One line of the file: a case with its results, each with the forks in which it is so.
type record struct {
	Group       string             `json:"group"`
	Name        string             `json:"name"`
	Count       int                `json:"count,omitempty"`
	Code        hexBytes           `json:"code,omitempty"`
	Second      hexBytes           `json:"second,omitempty"`
	Storage     map[string]string  `json:"storage,omitempty"`
	Data        hexBytes           `json:"data,omitempty"`
	Gas         uint64             `json:"gas,omitempty"`
	Value       uint64             `json:"value,omitempty"`
	Create      bool               `json:"create,omitempty"`
	To          string             `json:"to,omitempty"`
	AccessList  []listed           `json:"accessList,omitempty"`
	Blobs       []common.Hash      `json:"blobs,omitempty"`
	Authorizing []authorization    `json:"authorizations,omitempty"`
	Accounts    map[string]account `json:"accounts,omitempty"`
	Runs        []run              `json:"runs"`
}

type listed struct {
	Address     string   `json:"address"`
	StorageKeys []string `json:"storageKeys"`
}

type authorization struct {
	ChainID string `json:"chainId"`
	Address string `json:"address"`
	Nonce   string `json:"nonce"`
	YParity string `json:"yParity"`
	R       string `json:"r"`
	S       string `json:"s"`
}

type run struct {
	Forks []int `json:"forks"`
	// The limit where it is another than the case's.
	Limit uint64 `json:"limit,omitempty"`
	result
}

// Runs the case in its forks. Returns also how many cases that makes.
func (c *testCase) record(machines []*machine) (record, int) {
	r := record{
		Group: c.group, Name: c.name, Count: c.count, Code: c.code, Second: c.second, Storage: c.storage, Data: c.data,
		Gas: c.gas, Value: c.value, Create: c.create, Accounts: map[string]account{},
	}
	if c.to != (common.Address{}) {
		r.To = name(c.to)
	}
	for _, tuple := range c.accessList {
		r.AccessList = append(r.AccessList, listed{tuple.Address.Hex(), hexes(tuple.StorageKeys)})
	}
	r.Blobs = c.blobs
	for _, auth := range c.auths {
		r.Authorizing = append(r.Authorizing, written(auth))
	}
	for address, account := range c.more {
		r.Accounts[name(address)] = account
	}
	made := 0
	add := func(fork int, limit uint64, outcome result) {
		made += max(c.count, 1)
		for i := range r.Runs {
			if r.Runs[i].Limit == limit && bytes.Equal(encode(r.Runs[i].result), encode(outcome)) {
				r.Runs[i].Forks = append(r.Runs[i].Forks, fork)
				return
			}
		}
		r.Runs = append(r.Runs, run{[]int{fork}, limit, outcome})
	}
	for fork := c.first; fork <= c.last; fork++ {
		// A case of one fork says itself where it is run.
		if c.first != c.last && !isRun(c.group, fork) {
			continue
		}
		outcome, needed := machines[fork].run(c, c.limit())
		add(fork, 0, outcome)
		if !c.boundary || outcome.Refused != "" || needed >= c.limit() {
			continue
		}
		for _, limit := range []uint64{needed, needed - 1} {
			outcome, _ := machines[fork].run(c, limit)
			add(fork, limit, outcome)
		}
	}
	return r, made
}

func written(a types.SetCodeAuthorization) authorization {
	return authorization{
		a.ChainID.Hex(), a.Address.Hex(), fmt.Sprintf("0x%x", a.Nonce), fmt.Sprintf("0x%x", a.V), a.R.Hex(), a.S.Hex(),
	}
}

func hexes(words []common.Hash) []string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = word.Hex()
	}
	return list
}

func encode(value any) []byte { return must(json.Marshal(value)) }

func writeLine(out io.Writer, value any) {
	must(out.Write(append(encode(value), '\n')))
}
