// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

struct Height {
    uint64 revisionNumber;
    uint64 revisionHeight;
}

/// The precompile of ICS-20 transfers on chains of cosmos/evm.
interface Transfers {
    function transfer(
        string memory sourcePort,
        string memory sourceChannel,
        string memory denom,
        uint256 amount,
        address sender,
        string memory receiver,
        Height memory timeoutHeight,
        uint64 timeoutTimestamp,
        string memory memo
    ) external returns (uint64 sequence);
}

/// Notes in callbacks who calls and how much gas there is, then uses more than it pays for: slots that are filled and emptied again are refunded.
contract CallbackNotes {
    Transfers private constant ICS20 = Transfers(address(0x802));

    uint256 public slots;
    /// Gas that was left when the last callback began.
    uint256 public seen;
    /// Who called it last.
    address public caller;
    mapping(uint256 => uint256) private filled;

    receive() external payable {}

    /// How many slots a callback fills and empties.
    function become(uint256 slots_) external {
        slots = slots_;
    }

    /// Sends coins that this contract has.
    function send(
        string memory channel,
        string memory denom,
        uint256 amount,
        string memory receiver,
        uint64 timeout,
        string memory memo
    ) external payable returns (uint64) {
        return ICS20.transfer("transfer", channel, denom, amount, address(this), receiver, Height(0, 0), timeout, memo);
    }

    function onPacketAcknowledgement(
        string memory,
        string memory,
        uint64,
        bytes memory,
        bytes memory
    ) external {
        note();
    }

    function onPacketTimeout(string memory, string memory, uint64, bytes memory) external {
        note();
    }

    function note() private {
        seen = gasleft();
        caller = msg.sender;
        for (uint256 i = 0; i < slots; i++) filled[i] = 1;
        for (uint256 i = 0; i < slots; i++) delete filled[i];
    }
}
