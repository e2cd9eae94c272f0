package main

import (
	"context"
	"reflect"
	"strings"

	"github.com/ethereum/go-ethereum/rpc"
)

var (
	contextType      = reflect.TypeFor[context.Context]()
	subscriptionType = reflect.TypeFor[*rpc.Subscription]()
)

// The Go types of the arguments of each method, by its name. A pointer may be left out.
func signatures(apis []rpc.API) map[string][]string {
	found := map[string][]string{}
	for _, api := range apis {
		receiver := reflect.TypeOf(api.Service)
		for i := range receiver.NumMethod() {
			method := receiver.Method(i)
			types := []string{}
			isSubscription := method.Type.NumOut() == 2 && method.Type.Out(0) == subscriptionType
			for at := 1; at < method.Type.NumIn(); at++ {
				if of := method.Type.In(at); of != contextType {
					types = append(types, of.String())
				}
			}
			name := strings.ToLower(method.Name[:1]) + method.Name[1:]
			if isSubscription {
				found[api.Namespace+"_subscribe "+name] = types
			} else {
				found[api.Namespace+"_"+name] = types
			}
		}
	}
	return found
}

// What is said first of arguments with several faults, and of too many.
func arguments(s *story) {
	s.ask(`eth_chainId null
		eth_chainId 1
		eth_blockNumber {},[]
		eth_getBalance "0x1","latest",1
		eth_getBalance {},"x",1
		eth_getBalance "` + sender.Hex() + `","x",1
		eth_getBalance "` + sender.Hex() + `","latest",null
		eth_getBalance "` + sender.Hex() + `","latest",1,2
		eth_getBalance
		eth_getBalance null
		eth_getBalance "` + sender.Hex() + `",null
		eth_getStorageAt "` + sender.Hex() + `"
		eth_getStorageAt "` + sender.Hex() + `","zz"
		eth_call {},"latest",{},{},{}
		eth_call {},"latest",{},null,null
		eth_call {},null,null,null
		eth_getBlockByNumber "latest"
		eth_getBlockByNumber "latest",null
		eth_getBlockByNumber "latest",1,1
		eth_newBlockFilter 1
		eth_newBlockFilter null
		eth_feeHistory "0x1"
		eth_feeHistory "0x1","latest"
		eth_feeHistory "0x1","latest",null
		eth_feeHistory "0x1","latest",[],null
		eth_getLogs
		eth_getLogs null
		eth_getLogs {},{}
		debug_traceCall {},"latest",null,null
		debug_traceCall {}
		web3_sha3 "0x","0x"
		net_version 1
		txpool_contentFrom "` + sender.Hex() + `",1
		eth_unsubscribe "0x1",1`)
}
