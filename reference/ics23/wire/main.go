// Writes golden vectors of how the reference reads the bytes of proofs, and what it says of batches, to standard output.
//
//	cd reference/ics23 && go run ./wire > ../../fixtures/store/proof-bytes.json
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	ics23 "github.com/cosmos/ics23/go"
)

// bent is a proof of which one bit is flipped, or the end cut off. Each outcome is a place in the table of outcomes.
type bent struct {
	Name  string `json:"name"`
	Bytes string `json:"bytes"`
	Flips []int  `json:"flips"` // 8 for each byte, the lowest bit first
	Cuts  []int  `json:"cuts"`  // by the length that is left
}

// read is a text of bytes, with what comes out when they are read and written again, or why they cannot be read.
type read struct {
	Name    string `json:"name"`
	Bytes   string `json:"bytes"`
	Outcome string `json:"outcome"`
}

type asked struct {
	Name   string `json:"name"`
	Proof  string `json:"proof"`
	Root   string `json:"root"`   // what the proof leads to, or why it leads nowhere
	Packed string `json:"packed"` // the compressed form, or why there is none
	Items  []item `json:"items"`
}

type item struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Member  bool   `json:"member"`
	Missing bool   `json:"missing"`
}

var (
	outcomes []string
	places   = map[string]int{}
)

func place(outcome string) int {
	if at, known := places[outcome]; known {
		return at
	}
	places[outcome] = len(outcomes)
	outcomes = append(outcomes, outcome)
	return places[outcome]
}

// again is the same bytes as "=", others as the start of their hash.
func again(data []byte) string {
	text, err := reread(data)
	if err != nil {
		return err.Error()
	}
	if bytes.Equal(text, data) {
		return "="
	}
	sum := sha256.Sum256(text)
	return "#" + hex.EncodeToString(sum[:6])
}

func reread(data []byte) ([]byte, error) {
	var proof ics23.CommitmentProof
	if err := proof.Unmarshal(data); err != nil {
		return nil, err
	}
	return proof.Marshal()
}

func main() {
	var all struct {
		Source   string   `json:"source"`
		Outcomes []string `json:"outcomes"`
		Bent     []bent   `json:"bent"`
		Read     []read   `json:"read"`
		Asked    []asked  `json:"asked"`
	}
	all.Source = "github.com/cosmos/ics23/go v0.11.0; written by reference/ics23/wire"
	for _, p := range samples() {
		data := marshal(p.proof)
		row := bent{Name: p.name, Bytes: hex.EncodeToString(data)}
		for i := range data {
			for bit := 0; bit < 8; bit++ {
				flipped := bytes.Clone(data)
				flipped[i] ^= 1 << bit
				row.Flips = append(row.Flips, place(again(flipped)))
			}
			row.Cuts = append(row.Cuts, place(again(data[:i])))
		}
		all.Bent = append(all.Bent, row)
		all.Asked = append(all.Asked, ask(p.name, p.proof))
	}
	for _, p := range hollow() {
		all.Asked = append(all.Asked, ask(p.name, p.proof))
	}
	for _, c := range crafted() {
		outcome := ""
		if text, err := reread(c.bytes); err != nil {
			outcome = "error: " + err.Error()
		} else {
			outcome = hex.EncodeToString(text)
		}
		all.Read = append(all.Read, read{c.name, hex.EncodeToString(c.bytes), outcome})
	}
	all.Outcomes = outcomes
	text, err := json.Marshal(all)
	must(err)
	fmt.Println(string(text))
}

func marshal(proof *ics23.CommitmentProof) []byte {
	data, err := proof.Marshal()
	must(err)
	return data
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
