// Writes golden vectors of proofs that are bent in one way each, with what the reference verifier says of them, to standard output.
//
//	cd reference/ics23 && go run . > ../../fixtures/store/bent-proofs.json
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	ics23 "github.com/cosmos/ics23/go"
)

type row struct {
	Name    string `json:"name"`
	Spec    string `json:"spec"` // iavl, tendermint, smt, or a ProofSpec in hex
	Root    string `json:"root"`
	Key     string `json:"key"`
	Value   string `json:"value"` // empty for a proof of absence
	Proof   string `json:"proof"` // CommitmentProof in hex
	Verdict string `json:"verdict"`
}

var rows []row

var specs = map[*ics23.ProofSpec]string{
	ics23.IavlSpec: "iavl", ics23.TendermintSpec: "tendermint", ics23.SmtSpec: "smt",
}

func main() {
	leaves()
	inners()
	depths()
	operations()
	branches()
	fmt.Println(`{"source": "github.com/cosmos/ics23/go v0.11.0; written by reference/ics23", "rows": [`)
	for i, r := range rows {
		text, err := json.Marshal(r)
		must(err)
		comma := ","
		if i == len(rows)-1 {
			comma = ""
		}
		fmt.Fprintf(os.Stdout, "%s%s\n", text, comma)
	}
	fmt.Println("]}")
}

// exist records what the reference says of a proof against the root that it leads to, so that only its form can be wrong.
func exist(name string, spec *ics23.ProofSpec, proof *ics23.ExistenceProof) {
	root, err := calculate(proof)
	if err != nil {
		root = []byte{1}
	}
	record(name, spec, root, proof.Key, proof.Value, &ics23.CommitmentProof{
		Proof: &ics23.CommitmentProof_Exist{Exist: proof},
	}, func() error { return proof.Verify(spec, root, proof.Key, proof.Value) })
}

// absent does the same for the gap between two proofs, which lead to one root or to none.
func absent(name string, spec *ics23.ProofSpec, key []byte, left, right *ics23.ExistenceProof) {
	proof := &ics23.NonExistenceProof{Key: key, Left: left, Right: right}
	root, err := proof.Calculate()
	must(err)
	record(name, spec, root, key, nil, &ics23.CommitmentProof{
		Proof: &ics23.CommitmentProof_Nonexist{Nonexist: proof},
	}, func() error { return proof.Verify(spec, root, key) })
}

func record(name string, spec *ics23.ProofSpec, root, key, value []byte, proof *ics23.CommitmentProof, verify func() error) {
	data, err := proof.Marshal()
	must(err)
	known, ok := specs[spec]
	if !ok {
		bytes, err := spec.Marshal()
		must(err)
		known = hex.EncodeToString(bytes)
	}
	rows = append(rows, row{
		name, known, hex.EncodeToString(root), hex.EncodeToString(key), hex.EncodeToString(value), hex.EncodeToString(data), verdict(verify),
	})
}

func verdict(verify func() error) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint("panic: ", p)
		}
	}()
	if err := verify(); err != nil {
		return err.Error()
	}
	return "verified"
}

func calculate(proof *ics23.ExistenceProof) (root []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return proof.Calculate()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
