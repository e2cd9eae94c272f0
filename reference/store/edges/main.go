// Writes golden vectors of single IAVL trees at the edges of their form to standard output: long and empty keys and values,
// high versions, keys removed that are not there.
//
//	cd reference/store && go run ./edges > ../../fixtures/store/iavl-edges.json
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"cosmossdk.io/log"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/iavl"
	iavldb "github.com/cosmos/iavl/db"
)

// change sets a key to a value, both one byte many times over; a value of length -1 removes the key.
type change struct {
	Byte   byte `json:"byte"`
	Length int  `json:"length"`
	Value  int  `json:"value"`
}

func (c change) key() []byte { return bytes.Repeat([]byte{c.Byte}, c.Length) }

type version struct {
	Changes []change `json:"changes"`
	Root    string   `json:"root"`
	Size    int64    `json:"size"`
	Values  []int    `json:"values"` // lengths of the values of all keys of the story, -1 for none
	Proofs  string   `json:"proofs"` // SHA-256 over the proofs of all keys of the story
}

type story struct {
	Name     string    `json:"name"`
	First    uint64    `json:"first"` // number of the first version
	Versions []version `json:"versions"`
}

func stories() []story {
	lengths := func(of int, lengths ...int) version {
		var v version
		for i, n := range lengths {
			v.Changes = append(v.Changes, change{byte(40 * (i + 1)), n, of})
		}
		return v
	}
	set := func(b byte, value int) change { return change{b, 1, value} }
	changes := func(changes ...change) version { return version{Changes: changes} }
	rising := func(n int) version {
		var v version
		for i := 1; i <= n; i++ {
			v.Changes = append(v.Changes, set(byte(i), i))
		}
		return v
	}
	var stories []story
	for _, first := range []uint64{1, 63, 64, 8191, 8192, 1<<30 - 1, 1 << 30, 1<<31 - 1, 1 << 31, 1 << 35, 1 << 45} {
		stories = append(stories, story{fmt.Sprint("versions from ", first), first, []version{rising(5), changes(set(9, 3), set(1, -1))}})
	}
	return append(stories,
		story{"keys up to the end of a byte's number", 1, []version{lengths(3, 126, 127, 128, 129, 255)}},
		story{"keys about as long as a page", 1, []version{lengths(3, 391, 392, 393, 394, 513), lengths(4, 392)}},
		story{"a key that takes much", 1, []version{rising(3), lengths(3, 9000), lengths(4, 1, 20_000), rising(9)}},
		story{"values of all lengths", 1, []version{changes(
			set(1, 1), set(2, 126), set(3, 127), set(4, 128), set(5, 3900), set(6, 4032), set(7, 4033), set(8, 70_000), set(9, 16_383), set(10, 16_384))}},
		story{"an empty value", 1, []version{changes(set(1, 0), set(2, 1)), changes(set(2, 0), set(1, 1))}},
		story{"an empty key", 1, []version{changes(change{0, 0, 4}, set(2, 1)), changes(change{0, 0, -1})}},
		story{"removing from nothing", 1, []version{changes(set(1, -1)), changes(set(1, 1)), changes(set(1, -1)), changes(set(1, -1))}},
		story{"removing what is not there", 1, []version{
			rising(7), changes(set(9, -1)), changes(set(0, -1)), changes(change{4, 2, -1}), changes(set(4, -1), set(4, -1)),
		}},
		story{"the same value again", 1, []version{rising(7), changes(set(3, 3)), changes(set(3, 3), set(3, 4))}},
		story{"removing from the left", 1, []version{rising(12), changes(set(1, -1)), changes(set(2, -1), set(3, -1)), changes(set(5, -1), set(4, -1), set(6, -1))}},
		story{"removing from the right", 1, []version{rising(12), changes(set(12, -1)), changes(set(11, -1), set(10, -1)), changes(set(8, -1), set(9, -1), set(7, -1))}},
	)
}

func main() {
	all := stories()
	for i := range all {
		tell(&all[i])
	}
	text, err := json.Marshal(map[string]any{
		"source":  "github.com/cosmos/iavl v1.2.6; written by reference/store/edges",
		"stories": all,
	})
	must(err)
	fmt.Println(string(text))
}

func tell(s *story) {
	tree := iavl.NewMutableTree(iavldb.NewWrapper(dbm.NewMemDB()), 0, false, log.NewNopLogger())
	tree.SetInitialVersion(s.First)
	seen := map[string]bool{}
	var asked [][]byte
	for _, v := range s.Versions {
		for _, c := range v.Changes {
			if k := c.key(); !seen[string(k)] {
				seen[string(k)] = true
				asked = append(asked, k)
			}
		}
	}
	for i := range s.Versions {
		v := &s.Versions[i]
		for _, c := range v.Changes {
			if c.Value < 0 {
				_, _, err := tree.Remove(c.key())
				must(err)
			} else {
				_, err := tree.Set(c.key(), bytes.Repeat([]byte{byte(c.Value)}, c.Value))
				must(err)
			}
		}
		root, _, err := tree.SaveVersion()
		must(err)
		v.Root, v.Size = hex.EncodeToString(root), tree.Size()
		hash := sha256.New()
		for _, k := range asked {
			value, err := tree.Get(k)
			must(err)
			if value == nil {
				v.Values = append(v.Values, -1)
			} else {
				v.Values = append(v.Values, len(value))
			}
			hash.Write(proof(tree, k, value != nil))
		}
		v.Proofs = hex.EncodeToString(hash.Sum(nil))
	}
}

// proof is nothing where the reference has none to give.
func proof(tree *iavl.MutableTree, key []byte, present bool) []byte {
	if tree.Size() == 0 {
		return nil
	}
	get := tree.GetNonMembershipProof
	if present {
		get = tree.GetMembershipProof
	}
	proof, err := get(key)
	must(err)
	data, err := proof.Marshal()
	must(err)
	return data
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
