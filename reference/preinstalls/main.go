// Writes the contracts that a new chain of cosmos/evm has, as JSON: `go run . ../../fixtures/evm/preinstalls.json`.
package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/cosmos/evm/x/vm/types"
)

type contract struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Code    string `json:"code"`
}

type file struct {
	By        string     `json:"by"`
	Contracts []contract `json:"contracts"`
}

func main() {
	out := file{By: "github.com/cosmos/evm v0.5.1, x/vm/types DefaultPreinstalls"}
	for _, preinstall := range types.DefaultPreinstalls {
		out.Contracts = append(out.Contracts, contract{preinstall.Name, strings.ToLower(preinstall.Address), preinstall.Code})
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(os.Args[1], append(text, '\n'), 0o644); err != nil {
		panic(err)
	}
}
