package main

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/params"
)

const chainID = 4711

// Forks in the order of their coming. Those between that change nothing in the EVM are left out.
const (
	frontier = iota
	homestead
	tangerineWhistle
	spuriousDragon
	byzantium
	constantinople
	petersburg
	istanbul
	berlin
	london
	paris
	shanghai
	cancun
	prague
	osaka
	forkCount
)

var forkNames = [forkCount]string{
	"frontier", "homestead", "tangerineWhistle", "spuriousDragon", "byzantium", "constantinople", "petersburg",
	"istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague", "osaka",
}

// Groups whose rules change in few forks are run where they do, and in the newest. The others are run in every fork.
var changing = map[string][]int{
	"memory":       {frontier, byzantium, berlin, cancun},
	"environment":  {frontier, tangerineWhistle, constantinople, istanbul, berlin, london, paris, cancun},
	"jumps":        {frontier, byzantium, shanghai},
	"storage":      {frontier, constantinople, petersburg, istanbul, berlin, london, cancun},
	"calls":        {frontier, homestead, tangerineWhistle, spuriousDragon, byzantium, istanbul, berlin, prague},
	"creations":    {frontier, homestead, tangerineWhistle, spuriousDragon, constantinople, berlin, london, shanghai},
	"destructions": {frontier, tangerineWhistle, spuriousDragon, berlin, london, cancun},
	"precompiles":  {frontier, spuriousDragon, byzantium, petersburg, istanbul, berlin, shanghai, cancun, prague},
	"transactions": {frontier, homestead, istanbul, berlin, london, cancun, prague},
}

// Whether cases of the group are run in the fork.
func isRun(group string, fork int) bool {
	forks, some := changing[group]
	return !some || fork == osaka || slices.Contains(forks, fork)
}

// The rules of mainnet when the fork was the newest.
func configOf(fork int) *params.ChainConfig {
	config := &params.ChainConfig{ChainID: big.NewInt(chainID)}
	block := func(since int) *big.Int {
		if fork >= since {
			return big.NewInt(0)
		}
		return nil
	}
	time := func(since int) *uint64 {
		if fork >= since {
			return new(uint64)
		}
		return nil
	}
	config.HomesteadBlock = block(homestead)
	config.EIP150Block = block(tangerineWhistle)
	config.EIP155Block = block(spuriousDragon)
	config.EIP158Block = block(spuriousDragon)
	config.ByzantiumBlock = block(byzantium)
	config.ConstantinopleBlock = block(constantinople)
	config.PetersburgBlock = block(petersburg)
	if fork == constantinople {
		// Without one geth takes both forks for one, and EIP-1283 would never hold.
		config.PetersburgBlock = new(big.Int).Lsh(big.NewInt(1), 60)
	}
	config.IstanbulBlock = block(istanbul)
	config.BerlinBlock = block(berlin)
	config.LondonBlock = block(london)
	config.ShanghaiTime = time(shanghai)
	config.CancunTime = time(cancun)
	config.PragueTime = time(prague)
	config.OsakaTime = time(osaka)
	config.BlobScheduleConfig = params.DefaultBlobSchedule
	if fork >= paris {
		config.TerminalTotalDifficulty = big.NewInt(0)
	}
	return config
}
