//! Lays out a JSON text anew, byte by byte as it was written but for blanks: numbers keep their digits, strings their escapes.
//! A WASI command: `--describe` prints the declaration, otherwise the argument (or stdin, where that is "-") is a JSON object.

const Bytes = []const u8;

const deepest = 512;

// WASI preview 1

const Vector = extern struct { at: [*]const u8, length: usize };

extern "wasi_snapshot_preview1" fn args_sizes_get(count: *usize, size: *usize) u16;
extern "wasi_snapshot_preview1" fn args_get(arguments: [*][*:0]u8, buffer: [*]u8) u16;
extern "wasi_snapshot_preview1" fn fd_read(fd: i32, into: *const Vector, count: usize, done: *usize) u16;
extern "wasi_snapshot_preview1" fn fd_write(fd: i32, from: *const Vector, count: usize, done: *usize) u16;
extern "wasi_snapshot_preview1" fn proc_exit(status: u32) noreturn;

const stdin = 0;
const stdout = 1;
const stderr = 2;

fn write(fd: i32, text: Bytes) void {
    var rest = text;
    while (rest.len > 0) {
        var done: usize = 0;
        if (fd_write(fd, &.{ .at = rest.ptr, .length = rest.len }, 1, &done) != 0 or done == 0) proc_exit(3);
        rest = rest[done..];
    }
}

fn argument() Bytes {
    var count: usize = 0;
    var size: usize = 0;
    if (args_sizes_get(&count, &size) != 0 or count < 2) fail("arguments.missing", "Give the arguments as one JSON object.", "there is no argument", null);
    const places: [*][*:0]u8 = @ptrCast(@alignCast(take(count * @sizeOf([*:0]u8)).ptr));
    if (args_get(places, take(size).ptr) != 0) proc_exit(3);
    var length: usize = 0;
    while (places[1][length] != 0) length += 1;
    return places[1][0..length];
}

fn allOfStdin() Bytes {
    var text = take(1 << 16);
    var length: usize = 0;
    while (true) {
        var done: usize = 0;
        if (fd_read(stdin, &.{ .at = text.ptr + length, .length = text.len - length }, 1, &done) != 0) proc_exit(3);
        if (done == 0) return text[0..length];
        length += done;
        if (length < text.len) continue;
        const wider = take(text.len * 2);
        @memcpy(wider[0..length], text);
        text = wider;
    }
}

// Memory is taken and never given back: the call is the program's only one.

var free_from: usize = 0;
var free_to: usize = 0;

fn take(size: usize) []u8 {
    const page = 65536;
    const rounded = (size + 15) & ~@as(usize, 15);
    if (free_to - free_from < rounded) {
        const pages = (rounded + page - 1) / page;
        const grown = @wasmMemoryGrow(0, pages);
        if (grown < 0) fail("memory.exhausted", "Give a smaller text.", "there is no memory left", null);
        // What was left over is only of use if the new pages follow it.
        const start = @as(usize, @intCast(grown)) * page;
        if (start != free_to) free_from = start;
        free_to = start + pages * page;
    }
    defer free_from += rounded;
    return @as([*]u8, @ptrFromInt(free_from))[0..size];
}

const Text = struct {
    bytes: []u8 = &.{},
    length: usize = 0,

    fn put(self: *Text, more: Bytes) void {
        if (self.bytes.len - self.length < more.len) {
            const wider = take((self.length + more.len) * 2 + 4096);
            @memcpy(wider[0..self.length], self.bytes[0..self.length]);
            self.bytes = wider;
        }
        @memcpy(self.bytes[self.length..][0..more.len], more);
        self.length += more.len;
    }

    fn putNumber(self: *Text, number: usize) void {
        var digits: [20]u8 = undefined;
        var at: usize = digits.len;
        var rest = number;
        while (true) {
            at -= 1;
            digits[at] = '0' + @as(u8, @intCast(rest % 10));
            rest /= 10;
            if (rest == 0) break;
        }
        self.put(digits[at..]);
    }

    /// As a JSON string. The text is UTF-8, or the host refuses the answer.
    fn putString(self: *Text, value: Bytes) void {
        self.put("\"");
        var from: usize = 0;
        for (value, 0..) |byte, at| {
            if (byte >= 0x20 and byte != '"' and byte != '\\') continue;
            self.put(value[from..at]);
            from = at + 1;
            const hex = "0123456789abcdef";
            switch (byte) {
                '"' => self.put("\\\""),
                '\\' => self.put("\\\\"),
                '\n' => self.put("\\n"),
                '\t' => self.put("\\t"),
                '\r' => self.put("\\r"),
                else => self.put(&.{ '\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15] }),
            }
        }
        self.put(value[from..]);
        self.put("\"");
    }

    fn all(self: *const Text) Bytes {
        return self.bytes[0..self.length];
    }
};

const Place = struct { line: usize, column: usize };

fn fail(code: Bytes, suggestion: Bytes, message: Bytes, place: ?Place) noreturn {
    var said: Text = .{};
    said.put(message);
    if (place) |where| {
        said.put(", in line ");
        said.putNumber(where.line);
        said.put(", column ");
        said.putNumber(where.column);
    }
    var out: Text = .{};
    out.put("{\"code\":");
    out.putString(code);
    out.put(",\"message\":");
    out.putString(said.all());
    out.put(",\"suggestion\":");
    out.putString(suggestion);
    out.put("}");
    write(stderr, out.all());
    proc_exit(1);
}

// Reading

const Kind = enum { object, array, string, other };

/// A value as it was written: what holds others as a list of them, all else as its text.
const Node = struct {
    kind: Kind,
    text: Bytes = "",
    key: Bytes = "", // of a member, with its quotes
    first: ?*Node = null,
    next: ?*Node = null,
};

fn node() *Node {
    return @ptrCast(@alignCast(take(@sizeOf(Node)).ptr));
}

const Reader = struct {
    text: Bytes,
    at: usize = 0,
    depth: usize = 0,
    deepest: usize = 0,
    values: usize = 0,

    fn bad(self: *const Reader, what: Bytes) noreturn {
        var place: Place = .{ .line = 1, .column = 1 };
        for (self.text[0..@min(self.at, self.text.len)]) |byte| {
            if (byte == '\n') place = .{ .line = place.line + 1, .column = 1 } else if (byte & 0xC0 != 0x80) place.column += 1;
        }
        fail("json.invalid", "Correct the text at that place.", what, place);
    }

    fn peek(self: *Reader) u8 {
        while (self.at < self.text.len) : (self.at += 1) {
            switch (self.text[self.at]) {
                ' ', '\t', '\n', '\r' => {},
                else => return self.text[self.at],
            }
        }
        self.bad("the text ends too early");
    }

    fn hex4(self: *Reader) u16 {
        var code: u16 = 0;
        for (0..4) |_| {
            const byte = if (self.at < self.text.len) self.text[self.at] else 0;
            const digit = switch (byte) {
                '0'...'9' => byte - '0',
                'a'...'f' => byte - 'a' + 10,
                'A'...'F' => byte - 'A' + 10,
                else => self.bad("four hexadecimal digits are missing"),
            };
            code = code << 4 | digit;
            self.at += 1;
        }
        return code;
    }

    /// With its quotes, as it stands there.
    fn string(self: *Reader) Bytes {
        const start = self.at;
        self.at += 1;
        while (self.at < self.text.len) {
            const byte = self.text[self.at];
            if (byte < 0x20) self.bad("a control character stands in a string");
            self.at += 1;
            if (byte == '"') return self.text[start..self.at];
            if (byte != '\\') continue;
            const name = if (self.at < self.text.len) self.text[self.at] else 0;
            switch (name) {
                '"', '\\', '/', 'b', 'f', 'n', 'r', 't' => self.at += 1,
                'u' => {
                    self.at += 1;
                    _ = self.hex4();
                },
                else => self.bad("an escape is unknown"),
            }
        }
        self.bad("a string never ends");
    }

    fn digits(self: *Reader) usize {
        const start = self.at;
        while (self.at < self.text.len and self.text[self.at] >= '0' and self.text[self.at] <= '9') self.at += 1;
        return self.at - start;
    }

    fn next(self: *Reader, either: u8, other: u8) bool {
        if (self.at >= self.text.len or (self.text[self.at] != either and self.text[self.at] != other)) return false;
        self.at += 1;
        return true;
    }

    fn number(self: *Reader) Bytes {
        const start = self.at;
        _ = self.next('-', '-');
        const zero = self.at < self.text.len and self.text[self.at] == '0';
        const count = self.digits();
        if (count == 0) self.bad("a value is missing");
        if (zero and count > 1) self.bad("a number begins with a zero");
        if (self.next('.', '.') and self.digits() == 0) self.bad("digits are missing");
        if (self.next('e', 'E')) {
            _ = self.next('+', '-');
            if (self.digits() == 0) self.bad("digits are missing");
        }
        return self.text[start..self.at];
    }

    fn literal(self: *Reader, name: Bytes) Bytes {
        if (!starts(self.text[self.at..], name)) self.bad("a value is missing");
        self.at += name.len;
        return name;
    }

    fn members(self: *Reader, kind: Kind, closing: u8) *Node {
        const made = node();
        made.* = .{ .kind = kind };
        self.at += 1;
        self.depth += 1;
        self.deepest = @max(self.deepest, self.depth);
        if (self.depth > deepest) self.bad("values are nested more than 512 deep");
        var last = &made.first;
        if (self.peek() == closing) {
            self.at += 1;
            self.depth -= 1;
            return made;
        }
        while (true) {
            var key: Bytes = "";
            if (kind == .object) {
                if (self.peek() != '"') self.bad("a name in quotes is missing");
                key = self.string();
                if (self.peek() != ':') self.bad("a colon is missing");
                self.at += 1;
            }
            const member = self.value();
            member.key = key;
            last.* = member;
            last = &member.next;
            const after = self.peek();
            if (after != ',' and after != closing) self.bad("a comma or the closing bracket is missing");
            self.at += 1;
            if (after == closing) break;
        }
        self.depth -= 1;
        return made;
    }

    fn value(self: *Reader) *Node {
        self.values += 1;
        const first = self.peek();
        if (first == '{') return self.members(.object, '}');
        if (first == '[') return self.members(.array, ']');
        const made = node();
        made.* = .{ .kind = if (first == '"') .string else .other };
        made.text = switch (first) {
            '"' => self.string(),
            't' => self.literal("true"),
            'f' => self.literal("false"),
            'n' => self.literal("null"),
            else => self.number(),
        };
        return made;
    }

    fn all(self: *Reader) *Node {
        const made = self.value();
        while (self.at < self.text.len) : (self.at += 1) {
            switch (self.text[self.at]) {
                ' ', '\t', '\n', '\r' => {},
                else => self.bad("something follows the value"),
            }
        }
        return made;
    }
};

fn starts(text: Bytes, with: Bytes) bool {
    return text.len >= with.len and equal(text[0..with.len], with);
}

fn equal(a: Bytes, b: Bytes) bool {
    return a.len == b.len and for (a, b) |x, y| {
        if (x != y) break false;
    } else true;
}

/// Whether a comes before b, byte by byte: for UTF-8 the order of code points.
fn before(a: Bytes, b: Bytes) bool {
    for (0..@min(a.len, b.len)) |at| if (a[at] != b[at]) return a[at] < b[at];
    return a.len < b.len;
}

/// What a string in quotes stands for. Half of a surrogate pair alone becomes U+FFFD.
fn decoded(quoted: Bytes) Bytes {
    var reader: Reader = .{ .text = quoted[0 .. quoted.len - 1], .at = 1 };
    const made = take(quoted.len);
    var length: usize = 0;
    while (reader.at < reader.text.len) {
        const byte = reader.text[reader.at];
        reader.at += 1;
        if (byte != '\\') {
            made[length] = byte;
            length += 1;
            continue;
        }
        const name = reader.text[reader.at];
        reader.at += 1;
        const code: u21 = switch (name) {
            'b' => 8,
            'f' => 12,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => character(&reader),
            else => name,
        };
        length += encode(code, made[length..]);
    }
    return made[0..length];
}

fn character(reader: *Reader) u21 {
    const high: u21 = reader.hex4();
    if (high & 0xF800 != 0xD800) return high;
    if (high > 0xDBFF or !starts(reader.text[reader.at..], "\\u")) return 0xFFFD;
    const back = reader.at;
    reader.at += 2;
    const low: u21 = reader.hex4();
    if (low & 0xFC00 == 0xDC00) return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
    reader.at = back;
    return 0xFFFD;
}

fn encode(code: u21, into: []u8) usize {
    if (code < 0x80) {
        into[0] = @intCast(code);
        return 1;
    }
    const length: usize = if (code < 0x800) 2 else if (code < 0x10000) 3 else 4;
    const marks = [_]u8{ 0, 0, 0xC0, 0xE0, 0xF0 };
    var rest = code;
    var at = length;
    while (at > 1) {
        at -= 1;
        into[at] = 0x80 | @as(u8, @intCast(rest & 0x3F));
        rest >>= 6;
    }
    into[0] = marks[length] | @as(u8, @intCast(rest));
    return length;
}

// Sorting: a merge of lists, so that members of one name keep their order.

fn sorted(list: ?*Node) ?*Node {
    const head = list orelse return null;
    if (head.next == null) return head;
    var slow = head;
    var fast = head.next;
    while (fast) |ahead| {
        fast = ahead.next;
        if (fast) |further| {
            fast = further.next;
            slow = slow.next.?;
        }
    }
    const half = slow.next;
    slow.next = null;
    var a = sorted(head);
    var b = sorted(half);
    var merged: ?*Node = null;
    var last = &merged;
    while (a != null and b != null) {
        const from = if (before(b.?.text, a.?.text)) &b else &a;
        last.* = from.*;
        last = &from.*.?.next;
        from.* = last.*;
    }
    last.* = a orelse b;
    return merged;
}

/// The members in the order of their names. Names are compared decoded; `text` of a stand-in holds that form.
fn sortMembers(object: *Node) void {
    var first: ?*Node = null;
    var last = &first;
    var at = object.first;
    while (at) |member| : (at = member.next) {
        const stand = node();
        stand.* = .{ .kind = .other, .text = decoded(member.key), .first = member };
        last.* = stand;
        last = &stand.next;
    }
    var end = &object.first;
    var stand = sorted(first);
    while (stand) |one| : (stand = one.next) {
        end.* = one.first;
        end = &one.first.?.next;
    }
    end.* = null;
}

// Writing

const Writer = struct {
    out: Text = .{},
    indent: usize,
    sort: bool,

    fn newline(self: *Writer, depth: usize) void {
        if (self.indent == 0) return;
        self.out.put("\n");
        for (0..depth) |_| self.out.put("        "[0..self.indent]);
    }

    fn value(self: *Writer, of: *Node, depth: usize) void {
        if (of.kind == .string or of.kind == .other) return self.out.put(of.text);
        const object = of.kind == .object;
        if (object and self.sort) sortMembers(of);
        self.out.put(if (object) "{" else "[");
        var at = of.first;
        while (at) |member| : (at = member.next) {
            self.newline(depth + 1);
            if (object) {
                self.out.put(member.key);
                self.out.put(if (self.indent == 0) ":" else ": ");
            }
            self.value(member, depth + 1);
            if (member.next != null) self.out.put(",");
        }
        if (of.first != null) self.newline(depth);
        self.out.put(if (object) "}" else "]");
    }
};

fn find(object: *Node, name: Bytes) ?*Node {
    var at = object.first;
    while (at) |one| : (at = one.next) if (equal(decoded(one.key), name)) return one;
    return null;
}

/// How many blanks: the argument's one digit.
fn indentOf(of: ?*Node) usize {
    const given = of orelse return 2;
    if (given.kind != .other or given.text.len != 1 or given.text[0] < '0' or given.text[0] > '8')
        fail("arguments.invalid", "Give a number from 0 to 8 as indent.", "indent is no such number", null);
    return given.text[0] - '0';
}

export fn _start() void {
    const given = argument();
    if (equal(given, "--describe")) return write(stdout, @embedFile("describe.json"));
    var outer: Reader = .{ .text = if (equal(given, "-")) allOfStdin() else given };
    const arguments = outer.all();
    if (arguments.kind != .object) fail("arguments.not_json", "Give the arguments as one JSON object.", "the arguments are no JSON object", null);
    const text = find(arguments, "text");
    if (text == null or text.?.kind != .string) fail("arguments.missing", "Give the JSON text as text.", "there is no text", null);
    const sort = find(arguments, "sort_keys");

    var reader: Reader = .{ .text = decoded(text.?.text) };
    const root = reader.all();
    var writer: Writer = .{ .indent = indentOf(find(arguments, "indent")), .sort = sort != null and equal(sort.?.text, "true") };
    writer.value(root, 0);
    var answer: Text = .{};
    answer.put("{\"text\":");
    answer.putString(writer.out.all());
    answer.put(",\"values\":");
    answer.putNumber(reader.values);
    answer.put(",\"depth\":");
    answer.putNumber(reader.deepest);
    answer.put("}");
    write(stdout, answer.all());
}
