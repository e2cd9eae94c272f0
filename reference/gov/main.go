// Command gov records which params governance accepts, and with what text it refuses the others.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	v1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
)

// The SDK prints the address of this period instead of its length.
var address = regexp.MustCompile(`(maximum deposit period must be positive: )\d+`)

const program = "reference/gov with cosmos-sdk v0.53.6"

// row has the members that differ from the default params of a chain whose denom is stake.
type row struct {
	Params map[string]any `json:"params"`
	Error  string         `json:"error"`
}

func coins(amounts ...string) []map[string]string {
	list := []map[string]string{}
	for i := 0; i < len(amounts); i += 2 {
		list = append(list, map[string]string{"denom": amounts[i], "amount": amounts[i+1]})
	}
	return list
}

type change = map[string]any

func changes() []change {
	list := []change{
		{},
		{"min_deposit": coins()},
		{"min_deposit": coins("stake", "0")},
		{"min_deposit": coins("stake", "-1")},
		{"min_deposit": coins("uatom", "1", "stake", "1")},
		{"min_deposit": coins("stake", "50000000")},
		{"min_deposit": coins("stake", "49999999")},
		{"min_deposit": coins("stake", "50000000", "uatom", "1")},
		{"min_deposit": coins("uatom", "1")},
		{"expedited_min_deposit": coins()},
		{"expedited_min_deposit": coins("stake", "0")},
		{"expedited_min_deposit": coins("stake", "10000000")},
		{"expedited_min_deposit": coins("stake", "10000001")},
		{"expedited_min_deposit": coins("stake", "1", "uatom", "1")},
		{"max_deposit_period": "0s"},
		{"max_deposit_period": "-1s"},
		{"max_deposit_period": "0.000000001s"},
		{"max_deposit_period": "0s", "quorum": "2", "voting_period": "0s"},
		{"voting_period": "0s"},
		{"voting_period": "-1.5s"},
		{"voting_period": "0s", "veto_threshold": "2"},
		{"voting_period": "0s", "min_initial_deposit_ratio": "2", "proposal_cancel_ratio": "2"},
		{"voting_period": "86400s"},
		{"voting_period": "86400.000000001s"},
		{"expedited_voting_period": "0s"},
		{"expedited_voting_period": "-3661.25s"},
		{"expedited_voting_period": "172800s"},
		{"expedited_voting_period": "172799.999999999s"},
		{"expedited_voting_period": "0.000000001s"},
		{"expedited_threshold": "0.5"},
		{"expedited_threshold": "0.500000000000000001"},
		{"threshold": "0.667"},
		{"threshold": "0.666999999999999999"},
		{"threshold": "1", "expedited_threshold": "1"},
		{"proposal_cancel_dest": "cosmos1"},
		{"proposal_cancel_dest": "osmo1qyqszqgpqyqszqgpqyqszqgpqyqszqgpnm0j2l"},
		{"proposal_cancel_dest": "cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du"},
	}
	for _, name := range []string{"quorum", "threshold", "expedited_threshold", "veto_threshold", "min_initial_deposit_ratio", "proposal_cancel_ratio"} {
		for _, value := range []string{"", "x", "-0.1", "-0.000000000000000001", "0", "0.000000000000000001", "1", "1.000000000000000001", "+0.4", "1.5", "0.1234567890123456789"} {
			list = append(list, change{name: value})
		}
	}
	return list
}

func apply(params v1.Params, changes map[string]any) (v1.Params, error) {
	given := map[string]any{}
	for name, value := range changes {
		switch name {
		case "max_deposit_period", "voting_period", "expedited_voting_period":
			period, err := time.ParseDuration(value.(string))
			if err != nil {
				return params, err
			}
			given[name] = int64(period)
		default:
			given[name] = value
		}
	}
	// Go reads numbers in place, and those of the default params belong to all.
	if _, ok := given["min_deposit"]; ok {
		params.MinDeposit = nil
	}
	if _, ok := given["expedited_min_deposit"]; ok {
		params.ExpeditedMinDeposit = nil
	}
	bytes, err := json.Marshal(given)
	if err != nil {
		return params, err
	}
	return params, json.Unmarshal(bytes, &params)
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: gov FOLDER")
	}
	sdk.GetConfig().SetBech32PrefixForAccount("cosmos", "cosmospub")
	rows := []row{}
	for _, changed := range changes() {
		params, err := apply(v1.DefaultParams(), changed)
		if err != nil {
			return err
		}
		text := ""
		if err := params.ValidateBasic(); err != nil {
			text = address.ReplaceAllString(err.Error(), "${1}ADDRESS")
		}
		rows = append(rows, row{changed, text})
	}
	bytes, err := json.MarshalIndent(map[string]any{"program": program, "rows": rows}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(os.Args[1], "params.json"), append(bytes, '\n'), 0o644)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
