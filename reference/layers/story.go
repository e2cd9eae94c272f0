package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"

	abci "github.com/cometbft/cometbft/abci/types"

	"sudobox/reference/recording"
)

// Story is a golden story of version 1.
type Story struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Source  *Source `json:"source"`
	Setup   Setup   `json:"setup"`
	Steps   []Step  `json:"steps"`
}

type Source struct {
	Chain       string            `json:"chain"`
	Modules     map[string]string `json:"modules"`
	Differences string            `json:"differences"`
}

// Stores are rows by store, in hex; nil deletes one.
type Stores = map[string]map[string]*string

type Setup struct {
	ChainID     string                     `json:"chain_id"`
	Prefix      string                     `json:"prefix"`
	Height      int64                      `json:"height"`
	TimeNs      string                     `json:"time_ns"`
	Level       string                     `json:"level"`
	TxIndex     *int                       `json:"tx_index"`
	TxContracts bool                       `json:"tx_contracts_context"`
	Params      map[string]json.RawMessage `json:"params"`
	Accounts    []Account                  `json:"accounts"`
	NextNumber  uint64                     `json:"next_account_number"`
	Codes       []Code                     `json:"codes"`
	Contracts   []Contract                 `json:"contracts"`
	Base        string                     `json:"base"`
	Rows        Stores                     `json:"rows"`
}

type Account struct {
	Address     string      `json:"address"`
	Name        string      `json:"name"`
	IsModule    bool        `json:"is_module,omitempty"`
	Permissions []string    `json:"permissions,omitempty"`
	Balances    [][2]string `json:"balances"`
	Number      uint64      `json:"account_number"`
	Sequence    uint64      `json:"sequence"`
}

type Code struct {
	CodeID  uint64 `json:"code_id"`
	File    string `json:"file"`
	Sha256  string `json:"sha256"`
	Bytes   int    `json:"bytes"`
	Creator string `json:"creator"`
}

type Contract struct {
	InstanceID uint64      `json:"instance_id"`
	Address    string      `json:"address"`
	CodeID     uint64      `json:"code_id"`
	Creator    string      `json:"creator"`
	Admin      *string     `json:"admin"`
	Label      string      `json:"label"`
	Msg        string      `json:"msg"`
	Funds      [][2]string `json:"funds"`
}

type Step struct {
	Name     string `json:"name"`
	Do       Fields `json:"do"`
	GasLimit uint64 `json:"gas_limit"`
	Commit   bool   `json:"commit"`
	Expect   Fields `json:"expect"`
}

type Fields = map[string]any

// position is what Go prints of the place in the source; it depends on the build.
var position = regexp.MustCompile(` \[[^\]]*\.go:\d+\]`)

func plain(text string) string { return position.ReplaceAllString(text, "") }

func eventsOf(emitted []abci.Event) []recording.Event {
	events := recording.EventsOf(emitted)
	for _, event := range events {
		for i := range event.Attributes {
			event.Attributes[i][1] = plain(event.Attributes[i][1])
		}
	}
	return events
}

func write(path string, value any) {
	bz, err := json.MarshalIndent(value, "", " ")
	check(err)
	check(os.MkdirAll(filepath.Dir(path), 0o755))
	check(os.WriteFile(path, append(bz, '\n'), 0o644))
}

var check = recording.Check
