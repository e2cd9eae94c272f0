// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Emits events with every kind of argument, indexed and not.
contract EventEmitter {
    event Plain(uint256 number, string text);
    event Indexed(address indexed who, uint256 indexed number, bytes32 indexed tag, int256 rest);
    event IndexedDynamic(string indexed text, bytes indexed data, uint256[] list);
    event Nothing();
    event Anonymous(address indexed who, uint256 number) anonymous;
    event AllTopics(uint256 indexed a, uint256 indexed b, uint256 indexed c, uint256 indexed d) anonymous;

    function emitPlain(uint256 number, string calldata text) external {
        emit Plain(number, text);
    }

    function emitIndexed(uint256 number, bytes32 tag, int256 rest) external {
        emit Indexed(msg.sender, number, tag, rest);
    }

    function emitIndexedDynamic(string calldata text, bytes calldata data, uint256[] calldata list) external {
        emit IndexedDynamic(text, data, list);
    }

    function emitNothing() external {
        emit Nothing();
    }

    function emitAnonymous(uint256 number) external {
        emit Anonymous(msg.sender, number);
    }

    function emitAllTopics(uint256 a, uint256 b, uint256 c, uint256 d) external {
        emit AllTopics(a, b, c, d);
    }

    /// `count` logs in one transaction, numbered from 0.
    function emitMany(uint256 count) external {
        for (uint256 i = 0; i < count; i++) emit Indexed(msg.sender, i, bytes32(i), -int256(i));
    }

    /// Logs of a call that fails are dropped.
    function emitAndRevert() external {
        emit Nothing();
        revert("dropped");
    }
}
